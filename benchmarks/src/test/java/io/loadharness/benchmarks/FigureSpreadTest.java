// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureSpreadTest {

    @Test
    void medianOfAnOddNumberIsTheMiddleValue() {
        assertThat(FigureSpread.of(LoadGenFigures.SERVER_RATIO, List.of(3.0, 1.0, 2.0)))
                .isEqualTo(new FigureSpread(LoadGenFigures.SERVER_RATIO, 2, 1, 3, 3, ""));
    }

    @Test
    void medianOfAnEvenNumberIsTheMeanOfTheMiddleValues() {
        assertThat(FigureSpread.median(List.of(10.0, 1.0, 2.0, 3.0))).isEqualTo(2.5);
    }
}
