// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TokenizerTest {

    private static final String REMEDY =
            "tokenizers require the module io.loadharness:harness-tokenizers on the class path";

    @Test
    void missingModuleIsNamed() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Tokenizer.open(Path.of("tokenizer.json")))
                .withMessage(REMEDY);
        assertThatIllegalStateException()
                .isThrownBy(() -> Tokenizer.ofHub("org/name"))
                .withMessage(REMEDY);
    }
}
