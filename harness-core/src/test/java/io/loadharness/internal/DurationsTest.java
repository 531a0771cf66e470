// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT1.5S, 1.5s",
        "PT60S, 1m",
        "PT90S, 90s",
        "PT90M, 90m",
        "PT48H, 48h",
        "PT0.5S, 500ms",
        "PT0.0025S, 2.5ms",
        "PT0.00002S, 20us",
        "PT0.000000001S, 0.001us",
        "PT-1S, -1s",
        "PT-0.5S, -500ms",
        "PT2562047788015H12M55.807S, 9223372036854775.807s"
    })
    void writesADurationAsTheCommandLineDoes(Duration duration, String text) {
        assertThat(Durations.text(duration)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"PT0S, 0 s", "PT5S, 5 s", "PT600S, 10 min", "PT1H, 1 h", "PT0.5S, 500 ms", "PT0.00002S, 20 µs"})
    void writesADurationForASentence(Duration duration, String text) {
        assertThat(Durations.inWords(duration)).isEqualTo(text);
    }
}
