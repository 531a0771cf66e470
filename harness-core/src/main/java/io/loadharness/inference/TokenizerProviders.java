// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.ServiceLoader;

/** Loads the {@link TokenizerProvider}. */
final class TokenizerProviders {

    private TokenizerProviders() {}

    static TokenizerProvider first() {
        return ServiceLoader.load(TokenizerProvider.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "tokenizers require the module io.loadharness:harness-tokenizers on the class path"));
    }
}
