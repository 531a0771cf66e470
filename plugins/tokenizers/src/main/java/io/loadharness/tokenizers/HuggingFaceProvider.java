// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import io.loadharness.inference.HubOptions;
import io.loadharness.inference.Tokenizer;
import io.loadharness.inference.TokenizerProvider;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Opens Hugging Face tokenizers with the native library in the jar of {@code ai.djl.huggingface:tokenizers}. {@link Tokenizer} finds this
 * provider:
 *
 * <pre>{@code
 * try (Tokenizer tokenizer = Tokenizer.open(Path.of("models/llama"))) {
 *     System.out.println(tokenizer.count("Hello"));
 * }
 * }</pre>
 */
public final class HuggingFaceProvider implements TokenizerProvider {

    /** Creates the provider; called by {@link java.util.ServiceLoader}. */
    public HuggingFaceProvider() {}

    @Override
    public Tokenizer open(Path place) {
        return NativeTokenizer.open(ModelFiles.at(place));
    }

    @Override
    public Tokenizer ofHub(String model, HubOptions connection) throws IOException {
        HubModel named = HubModel.parse(model);
        return open(Hub.of(connection, System.getenv()).fetch(named));
    }
}
