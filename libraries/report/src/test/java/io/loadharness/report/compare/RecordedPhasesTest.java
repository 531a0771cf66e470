// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.report.RunDescription;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedPhasesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --model          | models/tiny.gguf                                      | models/tiny.gguf
        --engine-option  | threads=2, model=tiny                                 | tiny
        --engine-command | python3 -m loadharness_worker.vllm --model tiny --x y | tiny
        --engine-command | python3 -m loadharness_worker.vllm --model=tiny       | tiny
        --engine-command | worker --model-path tiny                              | ''
        --url            | http://tiny                                           | ''
        """)
    void findsTheModelInTheOptions(String name, String value, String model) {
        assertThat(RecordedPhases.modelOf(List.of(new RunDescription.Setting(name, value, "flag"))))
                .isEqualTo(model);
    }
}
