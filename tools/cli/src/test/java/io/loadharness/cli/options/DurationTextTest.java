// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

class DurationTextTest {

    private final DurationText text = new DurationText();

    @ParameterizedTest
    @CsvSource({"60s, PT60S", "1.5s, PT1.5S", "500ms, PT0.5S", "20us, PT0.00002S", "10m, PT10M", "1h, PT1H", "0s, PT0S"
    })
    void aNumberAndAUnitAreADuration(String written, Duration meant) {
        assertThat(text.convert(written)).isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            60    | as in 60s
            PT60S | as in 60s, 500ms or 10m
            -1s   | as in 60s, 500ms or 10m
            1d    | as in 60s, 500ms or 10m
            9000h | longer than a year
            """)
    void anythingElseIsAnsweredWithTheRightForm(String written, String hint) {
        assertThatThrownBy(() -> text.convert(written))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + written + "'")
                .hasMessageEndingWith(hint);
    }
}
