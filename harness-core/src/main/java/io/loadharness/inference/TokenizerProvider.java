// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.io.IOException;
import java.nio.file.Path;

/** Opens tokenizers. Found by {@link java.util.ServiceLoader}. */
public interface TokenizerProvider {

    /** What {@link Tokenizer#open} promises. */
    Tokenizer open(Path place);

    /** What {@link Tokenizer#ofHub} promises. */
    Tokenizer ofHub(String model) throws IOException;
}
