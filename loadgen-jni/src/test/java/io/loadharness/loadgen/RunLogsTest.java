// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.LogSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class RunLogsTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"summary.txt", "detail.txt", "accuracy.json", "trace.json"})
    void aPipeAtThePathOfALogIsRejected(String name) throws Exception {
        Path pipe = directory.resolve("mlperf_log_" + name);
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();

        assertThatIllegalArgumentException()
                .isThrownBy(this::claim)
                .withMessageStartingWith(pipe + " is not a regular file, therefore LoadGen cannot write a log there: ");
        Files.delete(pipe);
        claim().release();
    }

    @Test
    void aFolderAtThePathOfALogIsRejected() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("mlperf_log_trace.json"));

        assertThatIllegalArgumentException()
                .isThrownBy(this::claim)
                .withMessageStartingWith(folder + " is a folder, therefore LoadGen cannot write a log there: ");
    }

    @Test
    void aLogCanBeDiscarded() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("mlperf_log_accuracy.json"), Path.of("/dev/null"));

        assertThatCode(() -> claim().release()).doesNotThrowAnyException();
        Files.delete(link);
    }

    @Test
    void aDirectoryIsTheSameUnderEveryName() throws Exception {
        Path link =
                Files.createSymbolicLink(directory.resolve("link"), Files.createDirectory(directory.resolve("real")));
        RunLogs first = new RunLogs(LogSettings.in(directory.resolve("real")));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunLogs(LogSettings.in(link)))
                .withMessageStartingWith("another run is writing ");
        first.release();
        new RunLogs(LogSettings.in(link)).release();
    }

    @Test
    void differentPrefixesCannotShareAFile() {
        RunLogs first = new RunLogs(named("a", "summaryb"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunLogs(named("asummary", "b")))
                .withMessageContaining("asummarysummaryb.txt");
        first.release();
    }

    @Test
    void aDirectoryThatCannotBeCreatedIsReportedWithItsReason() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunLogs(LogSettings.in(file)))
                .withMessage("cannot create the log directory " + file + ": " + file + " exists and is not a folder");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunLogs(LogSettings.in(file.resolve("logs"))))
                .withMessage("cannot create the log directory " + file.resolve("logs") + ": " + file
                        + "/logs: Not a directory");
    }

    @Test
    void aRepeatedReleaseDoesNotReleaseAnotherClaim() {
        RunLogs first = claim();
        first.release();
        RunLogs second = claim();
        first.release();

        assertThatIllegalArgumentException().isThrownBy(this::claim);
        second.release();
    }

    @Test
    void anotherProcessKeepsItsLogsUntilItEnds() throws Exception {
        ChildJvm other = new ChildJvm(List.of(), JvmExitTest.Main.class, "wait", directory.toString());
        try {
            other.awaitLine("running");

            assertThatIllegalArgumentException()
                    .isThrownBy(this::claim)
                    .withMessageStartingWith("another process is writing ");
        } finally {
            other.kill();
            other.exitCode();
        }
        claim().release();
    }

    private LogSettings named(String prefix, String suffix) {
        return new LogSettings(directory, prefix, suffix, false, false, false, false);
    }

    private RunLogs claim() {
        return new RunLogs(LogSettings.in(directory));
    }
}
