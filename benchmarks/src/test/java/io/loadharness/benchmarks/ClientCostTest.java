// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ClientCostTest {

    private static final Offset<Double> ROUNDING = Offset.offset(1e-9);

    @Test
    void startIsNotPartOfTheCostOfARequest() throws Exception {
        ClientCost cost = ClientCost.of(100, 5.3, 400, 6.2);

        assertThat(cost.millisPerRequest()).isCloseTo(3, ROUNDING);
        assertThat(cost.microsPerToken()).isCloseTo(100, ROUNDING);
        assertThat(cost.startSeconds()).isCloseTo(5, ROUNDING);
    }

    @Test
    void largerRunMustNeedMoreCpuTime() {
        assertThatThrownBy(() -> ClientCost.of(100, 5.3, 400, 5.3))
                .isInstanceOf(IOException.class)
                .hasMessage("400 requests did not need more CPU time than 100 requests: repeat the benchmark with less"
                        + " load on the machine");
    }
}
