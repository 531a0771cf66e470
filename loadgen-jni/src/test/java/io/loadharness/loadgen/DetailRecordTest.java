// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DetailRecordTest {

    @ParameterizedTest
    @ValueSource(strings = {"12", "-3.5e+06", "nan", "-nan", "inf", "true", "[]", "]", "{\"a\":\"b\"}"})
    void keepsAValueWithoutQuotesUnchanged(String value) {
        assertThat(parse("key", value).value()).isEqualTo(value);
    }

    @Test
    void keepsTextUnchangedBecauseLoadGenDoesNotEscape() {
        assertThat(parse("sut_name", "\"my \"fast\" C:\\new\"").value()).isEqualTo("my \"fast\" C:\\new");
    }

    @Test
    void usesTheLastTimeInTheLine() {
        String name = "a, \"time_ms\": 1.5, b";

        assertThat(parse("sut_name", '"' + name + '"').value()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "something else",
                ":::MLLOG ",
                ":::MLLOG {\"key\": \"a\", \"value\": 1",
                ":::MLLOG {\"key\": \"a\", \"value\": 1, \"time_ms\": 1.5, \"metadata\": {}}"
            })
    void rejectsAnIncompleteLine(String line) {
        assertThat(DetailRecord.parse(1, line)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"open", "1 2", "[1", "{"})
    void rejectsAnUnknownKindOfValue(String value) {
        assertThat(DetailRecord.parse(1, line("key", value))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "\"text\""})
    void rejectsTwoLinesThatWereJoined(String value) {
        assertThat(DetailRecord.parse(1, line("one", value) + "?" + line("two", value)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "error_runtime, true, false, true, false",
        "error_runtime, false, false, true, false",
        "warning_generic_message, false, false, false, true",
        "warning_generic_message, true, true, false, true",
        "power_end, true, false, true, false",
        "power_end, false, true, false, true",
        "power_end, false, false, false, false"
    })
    void trustsTheKeyMoreThanTheFlags(String key, boolean isError, boolean isWarning, boolean error, boolean warning) {
        DetailRecord entry = new DetailRecord(1, key, "x", isError, isWarning, 8, 9);

        assertThat(entry.isErrorRecord()).isEqualTo(error);
        assertThat(entry.isWarningRecord()).isEqualTo(warning);
    }

    private static DetailRecord parse(String key, String value) {
        DetailRecord entry = DetailRecord.parse(3, line(key, value)).orElseThrow();
        assertThat(entry.line()).isEqualTo(3);
        assertThat(entry.key()).isEqualTo(key);
        return entry;
    }

    private static String line(String key, String value) {
        return WrittenLogs.line(key, value, false, false).stripTrailing();
    }
}
