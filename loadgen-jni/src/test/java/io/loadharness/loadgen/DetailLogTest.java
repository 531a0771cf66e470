// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DetailLogTest {

    @TempDir
    private Path directory;

    @Test
    void returnsTheFirstValueOfARepeatedKey() throws Exception {
        DetailLog log = read(line("a", "1") + line("b", "2") + line("a", "3"));

        assertThat(log.count("a")).isEqualTo(1);
        assertThat(log.lastLine("a")).isEqualTo(3);
        assertThat(log.lastLine("c")).isZero();
    }

    @Test
    void returnsValuesByType() throws Exception {
        DetailLog log = read(line("flag", "true") + line("nanos", "1500") + line("text", "\"x\""));

        assertThat(log.flag("flag")).isTrue();
        assertThat(log.nanos("nanos")).isEqualTo(Duration.ofNanos(1500));
        assertThat(log.text("text")).isEqualTo("x");
        assertThat(log.find("text")).contains("x");
        assertThat(log.find("none")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"3.68858e+06, 3688580", "-nan, NaN", "nan, NaN", "inf, Infinity", "-inf, -Infinity", "7, 7"})
    void readsNumbersThatJsonDoesNotAllow(String logged, Double value) throws Exception {
        assertThat(read(line("rate", logged)).decimal("rate")).isEqualTo(value);
    }

    @Test
    void keepsRepeatedErrorsOnceWithTheirCount() throws Exception {
        DetailLog log = read(error("late") + error("lost") + error("late"));

        assertThat(log.errors().texts()).containsExactly("error_runtime: late (2 times)", "error_runtime: lost");
        assertThat(log.errors().total()).isEqualTo(3);
        assertThat(log.warnings().total()).isZero();
    }

    @Test
    void namesTheMissingKey() throws Exception {
        DetailLog log = read(line("a", "1"));

        assertThatThrownBy(() -> log.text("result_validity"))
                .isInstanceOf(UnreadableLogException.class)
                .hasMessage(file() + " is truncated: it has no result_validity");
    }

    @Test
    void namesTheLineOfAValueOfTheWrongType() throws Exception {
        DetailLog log = read(line("a", "1") + line("b", "1.5x") + line("effective_scenario", "\"Servant\""));

        assertThatThrownBy(() -> log.count("b"))
                .hasMessage(file() + ", line 2: b is '1.5x', which is not a whole number");
        assertThatThrownBy(() -> log.decimal("b")).hasMessageEndingWith("b is '1.5x', which is not a number");
        assertThatThrownBy(() -> log.flag("b")).hasMessageEndingWith("b is '1.5x', which is not a flag");
        assertThatThrownBy(() -> log.oneOf("effective_scenario", Scenario.values(), Scenario::loadGenName))
                .hasMessage(file() + ", line 3: effective_scenario is 'Servant', which is not a scenario");
    }

    @Test
    void namesTheDamagedLine() {
        assertThatThrownBy(() -> read(line("a", "1") + "garbage\n" + line("b", "2")))
                .isInstanceOf(UnreadableLogException.class)
                .hasMessageStartingWith(file() + ", line 2: ");
    }

    @Test
    void rejectsAnEmptyOrMissingFile() {
        assertThatThrownBy(() -> DetailLog.read(file())).hasMessage(file() + " is missing");
        assertThatThrownBy(() -> read("")).hasMessage(file() + " is empty");
        assertThatThrownBy(() -> DetailLog.read(directory)).hasMessage(directory + " is not a regular file");
    }

    @Test
    void readsAnAbortedRunUpToTheFirstDamage() throws Exception {
        Files.writeString(file(), line("a", "1") + line("b", "2").substring(0, 30));

        DetailLog log = DetailLog.readAsFarAsPossible(file());

        assertThat(log.has("a")).isTrue();
        assertThat(log.has("b")).isFalse();
    }

    private DetailLog read(String text) throws IOException, UnreadableLogException {
        Files.writeString(file(), text);
        return DetailLog.read(file());
    }

    private Path file() {
        return directory.resolve("detail.txt");
    }

    private static String line(String key, String value) {
        return WrittenLogs.line(key, value, false, false);
    }

    private static String error(String text) {
        return WrittenLogs.line("error_runtime", '"' + text + '"', true, false);
    }
}
