// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MlperfConfTest {

    @ParameterizedTest
    @ValueSource(strings = {"*", "llama3_1-8b", "wan-2.2-t2v-a14b", "resnet50"})
    void knowsItsModels(String model) {
        assertThatCode(() -> SmallMlperfConf.CONF.requireKnown(model)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "llama3.1-8b, llama3_1-8b",
        "Llama3_1-8B, llama3_1-8b",
        "llama3.1-8b-interactive, llama3_1-8b-interactive",
        "resnet, resnet50",
        "wan, wan-2.2-t2v-a14b",
    })
    void suggestsTheNearestModel(String model, String nearest) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SmallMlperfConf.CONF.requireKnown(model))
                .withMessage("unknown model '%s' in LoadGen's mlperf.conf; did you mean '%s'?", model, nearest);
    }

    @Test
    void listsTheModelsIfNoneIsSimilar() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SmallMlperfConf.CONF.requireKnown(""))
                .withMessageStartingWith("unknown model '' in LoadGen's mlperf.conf. Allowed: ")
                .withMessageContaining("resnet50");
    }

    @Test
    void acceptsAnEmptyFileAndAVeryLongName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MlperfConf("").requireKnown("x".repeat(100_000)))
                .withMessageContaining("…'");
    }
}
