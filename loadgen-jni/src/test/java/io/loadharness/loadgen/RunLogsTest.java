// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestFailedException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    void aLinkToNothingAtThePathOfALogIsRejected() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("mlperf_log_detail.txt"), directory.resolve("gone"));

        assertThatIllegalArgumentException()
                .isThrownBy(this::claim)
                .withMessage(link
                        + " is a symbolic link to a file that does not exist: remove the link, or choose another log"
                        + " directory or prefix");
    }

    @Test
    void aDirectoryThatIsALinkToNothingIsRejected() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("latest"), directory.resolve("gone"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunLogs(LogSettings.in(link)))
                .withMessage("cannot create the log directory " + link + ": " + link + " is a broken symbolic link");
    }

    /** A limit for the size of files stands for a full disk: the write fails in the same way, with another text of the system. */
    @Test
    void aDirectoryThatCannotBeWrittenIsRejectedBeforeTheRun() throws Exception {
        assertThat(claimWithLimitedFiles())
                .contains("cannot write logs to " + directory
                        + ": File too large; free space on the disk of this directory, or choose another"
                        + " log directory");
        assertThat(directory.resolve("mlperf_log_detail.txt.lock")).doesNotExist();
        assertThat(directory.resolve("mlperf_log_detail.txt.lock.probe")).doesNotExist();
    }

    /** Needs the permission to mount a file system. */
    @Test
    void aDiskThatFillsUpDuringTheRunIsNamed() throws Exception {
        assumeTrue(hasSucceeded("mount", "-t", "tmpfs", "-o", "size=512k", "none", directory.toString()));
        try {
            SystemUnderTest filling = new SystemUnderTest("filling") {
                @Override
                public void issueQuery(Query query) throws IOException {
                    try (OutputStream out = Files.newOutputStream(
                            directory.resolve("fill-" + query.get(0).index()))) {
                        while (true) {
                            out.write(1);
                        }
                    } catch (IOException e) {
                        query.completeAll(); // the disk is full
                    }
                }
            };
            assertThatThrownBy(() -> new MlperfLoadGen()
                            .run(
                                    filling,
                                    QuickRuns.LIBRARY,
                                    QuickRuns.settings(Scenario.OFFLINE).build(),
                                    LogSettings.in(directory)))
                    .isInstanceOf(TestFailedException.class)
                    .hasMessageContaining(", because LoadGen could not write to the disk: No space left on device");
        } finally {
            assertThat(hasSucceeded("umount", directory.toString())).isTrue();
        }
    }

    private static boolean hasSucceeded(String... command) throws Exception {
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    /** Claims logs in a child that may write 32 KiB to a file. */
    private String claimWithLimitedFiles() throws Exception {
        List<String> command =
                new ArrayList<>(List.of("bash", "-c", "ulimit -f 32; trap '' XFSZ; exec \"$@\"", "bash"));
        command.addAll(ChildJvm.command(List.of("-XX:-UsePerfData"), Claiming.class, directory.toString()));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The main class of the child. */
    static final class Claiming {

        private Claiming() {}

        public static void main(String[] arguments) {
            try {
                new RunLogs(LogSettings.in(Path.of(arguments[0]))).release();
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
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
