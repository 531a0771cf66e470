// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import io.loadharness.inference.Tokenizer;
import io.loadharness.inference.TokenizerProvider;
import java.io.IOException;
import java.nio.file.Path;

/** Opens the tokenizers of Hugging Face, with the native library that is in the jar of {@code ai.djl.huggingface:tokenizers}. */
public final class HuggingFaceProvider implements TokenizerProvider {

    /** For {@link java.util.ServiceLoader}. */
    public HuggingFaceProvider() {}

    @Override
    public Tokenizer open(Path place) {
        return NativeTokenizer.open(ModelFiles.at(place));
    }

    @Override
    public Tokenizer ofHub(String model) throws IOException {
        HubModel named = HubModel.parse(model);
        return open(Hub.ofEnvironment(System.getenv()).fetch(named));
    }
}
