// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.LogFiles;
import io.loadharness.PowerWindow;
import io.loadharness.Scenario;
import io.loadharness.TestLog;
import io.loadharness.TestMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoadGenLogsTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void readsAPerformanceRunOfEachScenario(Scenario scenario) throws Exception {
        LoadGenLogs logs =
                LoadGenLogs.read(logs(scenario, TestMode.PERFORMANCE_ONLY).write(), LogOrigin.UNKNOWN);

        assertThat(logs.scenario()).isEqualTo(scenario);
        assertThat(logs.mode()).isEqualTo(TestMode.PERFORMANCE_ONLY);
        assertThat(logs.performance()).isPresent();
        assertThat(logs.bounds())
                .hasValueSatisfying(bounds -> assertThat(bounds.minDuration()).isEqualTo(Duration.ofMinutes(10)));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aLogThatIsNotARegularFileIsRejected() throws Exception {
        LogFiles files = new WrittenLogs(directory, Scenario.SERVER, TestMode.PERFORMANCE_ONLY).write();
        for (Path file : List.of(files.detail(), files.summary(), files.accuracy())) {
            byte[] bytes = Files.readAllBytes(file);
            Files.delete(file);
            new ProcessBuilder("mkfifo", file.toString()).start().waitFor();

            assertThatThrownBy(() -> LoadGenLogs.read(files, LogOrigin.UNKNOWN))
                    .isInstanceOf(UnreadableLogException.class)
                    .hasMessage(file + " is not a regular file");
            LoadGenLogs.readAsFarAsPossible(files);
            Files.delete(file);
            Files.write(file, bytes);
        }
    }

    @Test
    void readsSettingsWarningsAndErrors() throws Exception {
        LogFiles files = logs(Scenario.SERVER, TestMode.PERFORMANCE_ONLY)
                .warning("careful")
                .error("error_runtime", "ended early")
                .write();

        TestLog log = LoadGenLogs.read(files, LogOrigin.UNKNOWN).log();

        assertThat(log.files()).isEqualTo(files);
        assertThat(log.loadGenVersion()).hasValue("9.9 @ test");
        assertThat(log.requestedSettings()).containsEntry("schedule_rng_seed", "16159082839903944936");
        assertThat(log.effectiveSettings())
                .containsEntry("scenario", "Server")
                .containsEntry("min_duration_ms", "600000");
        assertThat(log.warnings()).containsExactly("careful");
        assertThat(log.errors()).containsExactly("error_runtime: ended early");
        assertThat(log.summaryText()).startsWith("Result is : VALID");
        assertThat(log.powerWindow())
                .contains(new PowerWindow(
                        Instant.parse("2030-01-02T03:04:05.678Z"), Instant.parse("2030-01-02T03:04:06.678Z")));
    }

    @Test
    void severalPowerWindowsBecomeOne() throws Exception {
        LogFiles files = logs(Scenario.SERVER, TestMode.PERFORMANCE_ONLY)
                .line("power_begin", "\"01-02-2030 03:05:00.000\"")
                .line("power_end", "\"01-02-2030 03:06:00.000\"")
                .write();

        assertThat(LoadGenLogs.read(files, LogOrigin.UNKNOWN).log().powerWindow())
                .contains(new PowerWindow(
                        Instant.parse("2030-01-02T03:04:05.678Z"), Instant.parse("2030-01-02T03:06:00Z")));
    }

    @Test
    void anInvalidPowerWindowIsIgnored() throws Exception {
        LogFiles files = logs(Scenario.SERVER, TestMode.PERFORMANCE_ONLY)
                .line("power_end", "\"2030-01-02 03:06\"")
                .write();

        assertThat(LoadGenLogs.read(files, LogOrigin.UNKNOWN).log().powerWindow())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void expectsNoPerformanceOfAnAccuracyRun(Scenario scenario) throws Exception {
        assertThat(LoadGenLogs.read(logs(scenario, TestMode.ACCURACY_ONLY).write(), LogOrigin.UNKNOWN)
                        .performance())
                .isEmpty();
    }

    @Test
    void expectsNoPerformanceOfASearchThatLoadGenRejects() throws Exception {
        LogFiles files = logs(Scenario.OFFLINE, TestMode.FIND_PEAK_PERFORMANCE)
                .error("error_invalid_config", "only in Server")
                .write();

        assertThat(LoadGenLogs.read(files, LogOrigin.UNKNOWN).performance()).isEmpty();
    }

    @Test
    void detectsTimedTokens() throws Exception {
        WrittenLogs logs = logs(Scenario.SERVER, TestMode.PERFORMANCE_ONLY);

        assertThat(LoadGenLogs.read(logs.write(), LogOrigin.UNKNOWN).tokensTimed())
                .isFalse();
        assertThat(LoadGenLogs.read(logs.withTokens().write(), LogOrigin.UNKNOWN)
                        .tokensTimed())
                .isTrue();
    }

    @Test
    void rejectsAnAccuracyRunWhoseLastSetDidNotEnd() {
        LogFiles files = logs(Scenario.SERVER, TestMode.ACCURACY_ONLY)
                .line("loaded_qsl_set", "[4,5]")
                .write();

        assertThatThrownBy(() -> LoadGenLogs.read(files, LogOrigin.UNKNOWN))
                .hasMessage(files.detail() + " is truncated: the last set of samples has no power_end");
    }

    @Test
    void rejectsAPerformanceRunWithoutResult() {
        LogFiles files = logs(Scenario.SERVER, TestMode.PERFORMANCE_ONLY)
                .without("num_errors")
                .write();

        assertThatThrownBy(() -> LoadGenLogs.read(files, LogOrigin.UNKNOWN))
                .hasMessage(files.detail() + " is truncated: it has no num_errors");
    }

    @Test
    void rejectsALogWithFewerErrorsOrWarningsThanTheSummary() throws Exception {
        LogFiles files = logs(Scenario.SERVER, TestMode.PERFORMANCE_ONLY).write();

        Files.writeString(files.summary(), "\nNo warnings encountered during test.\n\n2 ERRORS encountered. See.\n");
        assertThatThrownBy(() -> LoadGenLogs.read(files, LogOrigin.UNKNOWN))
                .hasMessage(files.detail() + " is truncated: it has 0 of 2 errors");

        Files.writeString(files.summary(), "\n1 warning encountered. See.\n\nNo errors encountered during test.\n");
        assertThatThrownBy(() -> LoadGenLogs.read(files, LogOrigin.UNKNOWN))
                .hasMessage(files.detail() + " is truncated: it has 0 of 1 warnings");
    }

    @Test
    void rejectsATruncatedOrMissingSummaryOrAccuracyLog() throws Exception {
        LogFiles files = logs(Scenario.SERVER, TestMode.ACCURACY_ONLY).write();

        Files.writeString(files.accuracy(), "[\n{ \"seq_id\" : 0");
        assertThatThrownBy(() -> LoadGenLogs.read(files, LogOrigin.UNKNOWN))
                .hasMessage(files.accuracy() + " is truncated: the list of responses is not closed");
        Files.delete(files.accuracy());
        assertThatThrownBy(() -> LoadGenLogs.read(files, LogOrigin.UNKNOWN))
                .hasMessage(files.accuracy() + " is missing");

        Files.writeString(files.summary(), "Result is");
        assertThatThrownBy(() -> LoadGenLogs.read(files, LogOrigin.UNKNOWN))
                .hasMessage(files.summary() + " is truncated: it does not end with the count of the errors");
        Files.writeString(files.summary(), "");
        assertThatThrownBy(() -> LoadGenLogs.read(files, LogOrigin.UNKNOWN)).hasMessage(files.summary() + " is empty");
        Files.delete(files.summary());
        assertThatThrownBy(() -> LoadGenLogs.read(files, LogOrigin.UNKNOWN))
                .hasMessage(files.summary() + " is missing");
    }

    @Test
    void readsTheAvailablePartOfAnAbortedRun() throws Exception {
        LogFiles files = logs(Scenario.SERVER, TestMode.PERFORMANCE_ONLY).write();
        String detail = Files.readString(files.detail());
        Files.writeString(files.detail(), detail.substring(0, detail.indexOf("effective_test_mode")));
        Files.delete(files.summary());

        TestLog log = LoadGenLogs.readAsFarAsPossible(files);

        assertThat(log.loadGenVersion()).hasValue("9.9 @ test");
        assertThat(log.effectiveSettings()).containsOnlyKeys("scenario");
        assertThat(log.summaryText()).isEmpty();
    }

    @Test
    void readsNothingIfAnAbortedRunWroteNothing() {
        TestLog log = LoadGenLogs.readAsFarAsPossible(LogFiles.in(directory.resolve("none"), "", ""));

        assertThat(log.loadGenVersion()).isEmpty();
        assertThat(log.errors()).isEmpty();
    }

    private WrittenLogs logs(Scenario scenario, TestMode mode) {
        return new WrittenLogs(directory, scenario, mode);
    }
}
