// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.ClientVerdict;
import io.loadharness.LogFiles;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.Reason;
import io.loadharness.RunMonitor;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestFailedException;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a run never returns the result of another run, whatever happens to its log directory during the run. */
class LogIdentityTest {

    private static final String SUT_OF_THIS_RUN = "this run";

    @TempDir
    Path folder;

    private Path own;
    private Path other;

    /** A change of the directory during the run. */
    private interface Change {
        void make() throws IOException;
    }

    @BeforeEach
    void runAnother() throws IOException {
        own = Files.createDirectory(folder.resolve("own"));
        other = Files.createDirectory(folder.resolve("other"));
        TestResult valid = new MlperfLoadGen()
                .run(
                        QuickRuns.prompt(),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(Scenario.SERVER).build(),
                        LogSettings.in(other));
        assertThat(valid.verdict()).isEqualTo(Verdict.VALID);
    }

    @Test
    void aLinkToTheDirectoryIsResolvedOnlyOnce() throws IOException {
        Path latest = Files.createSymbolicLink(folder.resolve("latest"), own);

        TestResult result = run(latest, () -> {
            Files.delete(latest);
            Files.createSymbolicLink(latest, other);
        });

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.logs()).isEqualTo(LogFiles.in(own.toRealPath(), "mlperf_log_", ""));
        assertThat(result.summaryText()).contains(SUT_OF_THIS_RUN);
    }

    @Test
    void aDirectoryThatIsRenamedDuringTheRunFailsIt() {
        assertFails("is missing", () -> Files.move(own, folder.resolve("renamed")));
    }

    @Test
    void aDirectoryThatIsReplacedDuringTheRunFailsIt() {
        assertFails("is not the file of this run", () -> {
            Files.move(own, folder.resolve("renamed"));
            Files.move(other, own);
        });
    }

    @Test
    void filesThatAreReplacedDuringTheRunFailIt() {
        assertFails("is not the file of this run", () -> {
            for (Path file : List.of(
                    logsIn(other).summary(),
                    logsIn(other).detail(),
                    logsIn(other).accuracy())) {
                Files.move(file, own.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        });
    }

    @Test
    void oneFileThatIsReplacedDuringTheRunFailsIt() {
        assertFails(
                "mlperf_log_detail.txt is not the file of this run",
                () -> Files.move(logsIn(other).detail(), logsIn(own).detail(), StandardCopyOption.REPLACE_EXISTING));
    }

    /** The files keep their identity, and only their content is that of another run. */
    @Test
    void filesThatAreCopiedOverTheLogsAfterTheirEndFailTheRun() {
        SystemUnderTest copying = new SystemUnderTest(SUT_OF_THIS_RUN) {
            @Override
            public RunMonitor monitorRun(Scenario scenario) {
                return () -> {
                    copyTheOtherLogs();
                    return ClientVerdict.CLEAR;
                };
            }

            @Override
            public void issueQuery(Query query) {
                query.get(0).fail(new IllegalStateException("makes the run invalid"));
            }
        };

        assertThatThrownBy(() -> run(own, copying))
                .isInstanceOf(TestFailedException.class)
                .hasMessageContaining("mlperf_log_detail.txt, line 1: another run wrote the line");
    }

    /**
     * LoadGen goes on writing to the copies. If it writes over all of them, the result is that of this run. No sample fails: only the log
     * knows that the run misses its latency bound, and the logs of the other run have no such entry.
     */
    @Test
    void filesThatAreCopiedOverTheLogsDuringTheRunNeverMakeItValid() {
        AtomicBoolean copied = new AtomicBoolean();
        SystemUnderTest copying = QuickRuns.system(query -> {
            if (copied.compareAndSet(false, true)) {
                copyTheOtherLogs();
            }
            query.completeAll();
        });
        try {
            TestResult result = new MlperfLoadGen()
                    .run(
                            copying,
                            QuickRuns.LIBRARY,
                            QuickRuns.settings(Scenario.SERVER)
                                    .serverTargetLatency(Duration.ofNanos(1))
                                    .build(),
                            LogSettings.in(own));
            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        } catch (TestFailedException e) {
            assertThat(e.reason().code()).isEqualTo(Reason.Code.LOGS_UNUSABLE);
        }
        assertThat(copied).isTrue();
    }

    private void copyTheOtherLogs() {
        try {
            for (Path file : List.of(
                    logsIn(other).summary(),
                    logsIn(other).detail(),
                    logsIn(other).accuracy())) {
                Files.write(own.resolve(file.getFileName()), Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aDirectoryThatIsDeletedDuringTheRunFailsIt() {
        assertFails("is missing", () -> {
            try (var files = Files.list(own)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(own);
        });
    }

    @Test
    void logsOfAnEarlierRunAreOverwritten() {
        assertThat(run(other, () -> {}).verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    @Timeout(60)
    void anAbortedRunDoesNotReturnLogsOfAnEarlierRun() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        SystemUnderTest deaf = new SystemUnderTest(SUT_OF_THIS_RUN) {
            @Override
            public RunMonitor monitorRun(Scenario scenario) {
                inside.countDown();
                while (released.getCount() > 0) {
                    Thread.onSpinWait();
                }
                return RunMonitor.NONE;
            }

            @Override
            public void issueQuery(Query query) {
                query.completeAll();
            }
        };
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            TestRun run = loadGen.start(
                    deaf, QuickRuns.LIBRARY, QuickRuns.settings(Scenario.SERVER).build(), LogSettings.in(other));
            inside.await();
            run.abort("enough");
            TestResult result = run.await();

            assertThat(result.verdict()).isEqualTo(Verdict.ABORTED);
            assertThat(result.summaryText()).isEmpty();
            assertThat(result.log().effectiveSettings()).isEmpty();
        } finally {
            released.countDown();
            while (Files.exists(other.resolve("mlperf_log_detail.txt.lock"))) {
                Thread.onSpinWait(); // the run still leaves the directory
            }
        }
    }

    private void assertFails(String what, Change change) {
        assertThatThrownBy(() -> run(own, change))
                .isInstanceOf(TestFailedException.class)
                .hasMessageContaining(what)
                .satisfies(e ->
                        assertThat(((TestFailedException) e).reason().code()).isEqualTo(Reason.Code.LOGS_UNUSABLE));
    }

    /** An invalid run during which a change is made. */
    private static TestResult run(Path logs, Change change) {
        return run(logs, new ChangingSystem(change));
    }

    private static TestResult run(Path logs, SystemUnderTest system) {
        return new MlperfLoadGen()
                .run(
                        system,
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(Scenario.SERVER).build(),
                        LogSettings.in(logs));
    }

    /** A system that makes the change and fails the first sample. */
    private static final class ChangingSystem extends SystemUnderTest {

        private final Change change;
        private boolean made;

        ChangingSystem(Change change) {
            super(SUT_OF_THIS_RUN);
            this.change = change;
        }

        @Override
        public void issueQuery(Query query) throws IOException {
            if (made) {
                query.completeAll();
            } else {
                made = true;
                change.make();
                query.get(0).fail(new IllegalStateException("makes the run invalid"));
            }
        }
    }

    private static LogFiles logsIn(Path directory) {
        return LogFiles.in(directory, "mlperf_log_", "");
    }
}
