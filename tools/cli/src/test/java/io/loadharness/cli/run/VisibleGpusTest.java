// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisibleGpusTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CUDA_VISIBLE_DEVICES | 4,5            | 4,5
            CUDA_VISIBLE_DEVICES | 6, 4 ,5        | 6,4
            CUDA_VISIBLE_DEVICES | GPU-1a,MIG-2,3 | GPU-1a,MIG-2
            HIP_VISIBLE_DEVICES  | 2,3            | 2,3
            ROCR_VISIBLE_DEVICES | 2,3            | 0,1
            """)
    void firstGpusOfTheEnvironmentAreUsed(String variable, String value, String expected) {
        assertThat(VisibleGpus.first(2, Map.of(variable, value))).isEqualTo(List.of(expected.split(",")));
    }

    @Test
    void gpusAreNumberedFromZeroWithoutAVariable() {
        assertThat(VisibleGpus.first(3, Map.of())).containsExactly("0", "1", "2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            4       | 1
            "4,-1,5" | 1
            -1      | 0
            ""      | 0
            """)
    void fewerGpusThanDemandedAreRefused(String value, int visible) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VisibleGpus.first(2, Map.of("CUDA_VISIBLE_DEVICES", value)))
                .withMessage("--num_gpus must not exceed the number of GPUs in CUDA_VISIBLE_DEVICES='" + value
                        + "', which is " + visible + ": got 2");
    }
}
