// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TokenizerTest {

    private static final String WHAT_TO_ADD =
            "tokenizers need the module io.loadharness:harness-tokenizers on the class path";

    @Test
    void withoutTheModuleItIsSaidWhatToAdd() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Tokenizer.open(Path.of("tokenizer.json")))
                .withMessage(WHAT_TO_ADD);
        assertThatIllegalStateException()
                .isThrownBy(() -> Tokenizer.ofHub("org/name"))
                .withMessage(WHAT_TO_ADD);
    }
}
