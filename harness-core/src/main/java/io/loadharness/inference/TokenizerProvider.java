// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.io.IOException;
import java.nio.file.Path;

/** Opens tokenizers. Loaded by {@link java.util.ServiceLoader}. */
public interface TokenizerProvider {

    /** Opens a tokenizer as specified by {@link Tokenizer#open}. */
    Tokenizer open(Path path);

    /** Opens a tokenizer as specified by {@link Tokenizer#ofHub(String, HubOptions)}. */
    Tokenizer ofHub(String model, HubOptions connection) throws IOException;
}
