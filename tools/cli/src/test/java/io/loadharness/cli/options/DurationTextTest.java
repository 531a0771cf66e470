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
    void parsesANumberAndAUnit(String written, Duration meant) {
        assertThat(text.convert(written)).isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            60    | for example 60s
            PT60S | for example 60s, 500ms or 10m
            -1s   | for example 60s, 500ms or 10m
            1d    | for example 60s, 500ms or 10m
            9000h | longer than the maximum of one year
            """)
    void reportsTheRightSyntax(String written, String hint) {
        assertThatThrownBy(() -> text.convert(written))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + written + "'")
                .hasMessageEndingWith(hint);
    }
}
