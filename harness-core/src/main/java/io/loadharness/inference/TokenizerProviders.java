// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.ServiceLoader;

/** Finds who opens tokenizers. */
final class TokenizerProviders {

    private TokenizerProviders() {}

    static TokenizerProvider only() {
        return ServiceLoader.load(TokenizerProvider.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "tokenizers need the module io.loadharness:harness-tokenizers on the class path"));
    }
}
