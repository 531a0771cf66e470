// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalTest {

    private static final int NUMBERS = 10 * Integer.getInteger("loadharness.fuzz", 5_000);
    private static final long MAX = 1_000_000_000_000_000_000L;

    @Test
    void returnsTheNearestDouble() {
        var random = new Random(20_261_122);
        for (int i = 0; i < NUMBERS; i++) {
            long digits = (random.nextLong() >>> (4 + random.nextInt(60))) % MAX;
            int places = random.nextInt(Decimal.MAX_PLACES + 1);
            assertThat(Decimal.of(digits, places))
                    .as("%d, %d places", digits, places)
                    .isEqualTo(BigDecimal.valueOf(digits, places).doubleValue());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 27",
        "0, 0",
        "1, 27",
        "9007199254740993, 0",
        "90071992547409930, 1",
        "9007199254740992500, 3",
        "90071992547409935, 1",
        "450359962737049650, 2",
        "999999999999999999, 27",
        "135412653647198251, 0",
    })
    void edgeCasesAreExact(long digits, int places) {
        assertThat(Decimal.of(digits, places))
                .isEqualTo(BigDecimal.valueOf(digits, places).doubleValue());
    }
}
