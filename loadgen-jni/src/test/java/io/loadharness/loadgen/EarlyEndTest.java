// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests every way to end a run before LoadGen ends it. */
@Tag("timing")
class EarlyEndTest {

    @TempDir
    Path logs;

    private final MlperfLoadGen loadGen = new MlperfLoadGen();

    @ParameterizedTest
    @EnumSource
    void aRunThatWaitsForResponsesCanBeAborted(Scenario scenario) throws Exception {
        TestRun run = start(QuickRuns.silent(), QuickRuns.endless(scenario).build());
        while (run.progress().issued() == 0) {
            Thread.onSpinWait();
        }
        run.abort("seen enough");
        run.abort("and again");

        TestResult result = run.await();
        assertThat(result.verdict()).isEqualTo(Verdict.ABORTED);
        assertThat(result.reasons()).extracting(Reason::text).containsExactly("seen enough");
        assertThat(result.progress().completed()).isZero();
        assertThat(result.log().requestedSettings()).isNotEmpty();
        assertThatThrownBy(result::completedSamplesPerSecond).hasMessageContaining("ABORTED");
        run.abort("after the end");
    }

    @ParameterizedTest
    @EnumSource
    void aRunThatIsBusyCanBeAborted(Scenario scenario) throws Exception {
        CountDownLatch issued = new CountDownLatch(scenario == Scenario.OFFLINE ? 1 : 50);
        TestRun run = start(
                QuickRuns.system(query -> {
                    query.completeAll();
                    issued.countDown();
                }),
                QuickRuns.endless(scenario).build());
        issued.await();
        run.abort("seen enough");

        assertThat(run.await().verdict()).isIn(Verdict.ABORTED, Verdict.VALID, Verdict.INVALID);
    }

    @Test
    void aRunWithIssueThreadsCanBeAborted() throws Exception {
        TestRun run = start(
                QuickRuns.silent(),
                QuickRuns.endless(Scenario.SERVER).serverNumIssueQueryThreads(4).build());
        while (run.progress().issued() < 4) {
            Thread.onSpinWait();
        }
        run.abort("seen enough");
        assertThat(run.await().verdict()).isEqualTo(Verdict.ABORTED);
    }

    @ParameterizedTest
    @EnumSource
    void aRunCanBeAbortedFromItsOwnCallback(Scenario scenario) throws Exception {
        TestRun[] run = new TestRun[1];
        CountDownLatch started = new CountDownLatch(1);
        run[0] = start(
                new SystemUnderTest("aborting") {
                    @Override
                    public void issueQuery(Query query) throws Exception {
                        started.await();
                        run[0].abort("by itself");
                    }
                },
                QuickRuns.endless(scenario).build());
        started.countDown();
        assertThat(run[0].await().reasons()).extracting(Reason::text).containsExactly("by itself");
    }

    @Test
    void aRunThatSleepsBetweenQueriesCanBeAborted() throws Exception {
        TestRun run = start(
                QuickRuns.prompt(),
                QuickRuns.endless(Scenario.SERVER).serverTargetQps(0.001).build());
        while (run.progress().completed() == 0) {
            Thread.onSpinWait();
        }
        run.abort("no patience");
        assertThat(run.await().verdict()).isEqualTo(Verdict.ABORTED);
    }

    @Test
    void anInterruptAbortsARunOnTheCallingThread() {
        Thread caller = Thread.currentThread();
        TestResult result = loadGen.run(
                QuickRuns.system(query -> caller.interrupt()),
                QuickRuns.LIBRARY,
                QuickRuns.endless(Scenario.SERVER).build(),
                LogSettings.in(logs));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.verdict()).isEqualTo(Verdict.ABORTED);
        assertThat(result.reasons()).extracting(Reason::text).containsExactly("the thread that ran it was interrupted");
    }

    @ParameterizedTest
    @EnumSource
    void aLostSampleReachesTheStallLimitAndIsNamed(Scenario scenario) {
        assertThatThrownBy(() -> loadGen.run(
                        QuickRuns.system(query -> query.forEach(sample -> {
                            if (sample.index() != 13) {
                                sample.complete();
                            }
                        })),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(scenario)
                                .stallLimit(Duration.ofSeconds(1))
                                .build(),
                        LogSettings.in(logs)))
                .isInstanceOf(TestFailedException.class)
                .hasMessageContaining("no sample was completed for 1000 ms")
                .hasMessageContaining("among them the samples with index 13");
    }

    /** No sample is in flight, and LoadGen waits only for the callback. */
    @ParameterizedTest
    @EnumSource
    void aHangingCallbackReachesTheStallLimitWithoutSamplesInFlight(Scenario scenario) {
        CountDownLatch never = new CountDownLatch(1);
        assertThatThrownBy(() -> loadGen.run(
                        QuickRuns.system(query -> {
                            query.completeAll();
                            awaitUninterruptibly(never);
                        }),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(scenario)
                                .stallLimit(Duration.ofSeconds(1))
                                .build(),
                        LogSettings.in(logs)))
                .isInstanceOf(TestFailedException.class)
                .hasMessageContaining("a callback has not returned for 1000 ms");
        never.countDown();
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptSetByACallbackIsNotAFailure(Scenario scenario) {
        TestResult result = loadGen.run(
                QuickRuns.system(query -> {
                    query.completeAll();
                    Thread.currentThread().interrupt();
                }),
                QuickRuns.LIBRARY,
                QuickRuns.settings(scenario).build(),
                LogSettings.in(logs));
        assertThat(result.reasons()).isEmpty();
    }

    static Stream<Throwable> throwables() {
        return Stream.of(
                new Textless(),
                new IllegalStateException("unchecked"),
                new java.io.IOException("checked"),
                new AssertionError("assertion"),
                new OutOfMemoryError("memory"),
                new StackOverflowError("stack"),
                new NoClassDefFoundError("linkage"),
                new InterruptedException("interrupted"),
                new Throwable("bare"));
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void anExceptionOfACallbackEndsTheRunAsItsCause(Throwable thrown) {
        for (Scenario scenario : Scenario.values()) {
            for (String callback : List.of("issueQuery", "flushQueries", "loadSamplesToRam", "unloadSamplesFromRam")) {
                Throwing throwing = new Throwing(callback, thrown);
                assertThatThrownBy(() -> loadGen.run(
                                throwing.sut(),
                                throwing.library(),
                                QuickRuns.settings(scenario).build(),
                                LogSettings.in(logs)))
                        .isInstanceOf(TestFailedException.class)
                        .hasMessageStartingWith(callback + " threw ")
                        .hasCause(thrown);
            }
        }
        assertThat(loadGen.run(
                                QuickRuns.prompt(),
                                QuickRuns.LIBRARY,
                                QuickRuns.settings(Scenario.SERVER).build(),
                                LogSettings.in(logs))
                        .verdict())
                .isEqualTo(Verdict.VALID);
    }

    @Test
    void anExceptionOnAnIssueThreadEndsTheRun() {
        IllegalStateException thrown = new IllegalStateException("third thread");
        assertThatThrownBy(() -> loadGen.run(
                        QuickRuns.system(query -> {
                            if (Thread.currentThread().getName().endsWith("issue-2")) {
                                throw thrown;
                            }
                        }),
                        QuickRuns.LIBRARY,
                        QuickRuns.endless(Scenario.SERVER)
                                .serverNumIssueQueryThreads(3)
                                .build(),
                        LogSettings.in(logs)))
                .hasCause(thrown);
    }

    @Test
    void aBlockedCallbackIsInterrupted() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        TestRun run = start(
                new SystemUnderTest("blocking") {
                    @Override
                    public void issueQuery(Query query) throws Exception {
                        blocked.countDown();
                        new CountDownLatch(1).await();
                    }
                },
                QuickRuns.endless(Scenario.SERVER).build());
        blocked.await();
        run.abort("it hangs");
        assertThat(run.await().verdict()).isEqualTo(Verdict.ABORTED);
    }

    @Test
    void aCallbackThatNeverReturnsDoesNotDelayTheResult() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        TestRun run = start(
                QuickRuns.system(query -> {
                    blocked.countDown();
                    awaitUninterruptibly(release);
                }),
                QuickRuns.endless(Scenario.SERVER).build());
        blocked.await();
        run.abort("it hangs");
        assertThat(run.await().reasons())
                .extracting(Reason::text)
                .containsExactly("it hangs, and the run did not end in time");
        release.countDown();
    }

    @Test
    void aFullDiskIsAFailure() throws Exception {
        for (String file : List.of("detail.txt", "summary.txt", "accuracy.json")) {
            Path directory = Files.createDirectories(logs.resolve(file));
            Path full = Files.createSymbolicLink(directory.resolve("mlperf_log_" + file), Path.of("/dev/full"));
            assertThatThrownBy(() -> loadGen.run(
                            QuickRuns.prompt(),
                            QuickRuns.LIBRARY,
                            QuickRuns.settings(Scenario.SERVER).build(),
                            LogSettings.in(directory)))
                    .as(file)
                    .isInstanceOf(TestFailedException.class)
                    .hasMessageContaining(file);
            Files.delete(full);
        }
    }

    @Test
    void logsThatCannotBeOpenedAreAFailure() throws Exception {
        SystemUnderTest thief = new SystemUnderTest("thief") {
            @Override
            public RunMonitor monitorRun(Scenario scenario) {
                try {
                    Files.createSymbolicLink(
                            logs.resolve("mlperf_log_summary.txt"), logs.resolve("missing/summary.txt"));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return RunMonitor.NONE;
            }

            @Override
            public void issueQuery(Query query) {
                query.completeAll();
            }
        };
        assertThatThrownBy(() -> loadGen.run(
                        thief,
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(Scenario.SERVER).build(),
                        LogSettings.in(logs)))
                .isInstanceOf(TestFailedException.class)
                .hasMessageContaining("cannot write its logs");
        Path file = Files.writeString(logs.resolve("file"), "");
        assertThatThrownBy(() -> loadGen.run(
                        QuickRuns.prompt(),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(Scenario.SERVER).build(),
                        LogSettings.in(file)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot create the log directory");
    }

    private TestRun start(SystemUnderTest sut, io.loadharness.TestSettings settings) {
        return loadGen.start(sut, QuickRuns.LIBRARY, settings, LogSettings.in(logs));
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.onSpinWait();
            }
        }
    }

    /** A system and a library with one callback that throws. */
    private record Throwing(String callback, Throwable thrown) {

        void reached(String name) {
            if (name.equals(callback)) {
                throwAny(thrown);
            }
        }

        @SuppressWarnings("unchecked")
        private static <T extends Throwable> void throwAny(Throwable thrown) throws T {
            throw (T) thrown;
        }

        SystemUnderTest sut() {
            return new SystemUnderTest("throwing") {
                @Override
                public void issueQuery(Query query) {
                    reached("issueQuery");
                    query.completeAll();
                }

                @Override
                public void flushQueries() {
                    reached("flushQueries");
                }
            };
        }

        QuerySampleLibrary library() {
            return new QuerySampleLibrary() {
                @Override
                public String name() {
                    return "throwing";
                }

                @Override
                public int totalSampleCount() {
                    return 64;
                }

                @Override
                public int performanceSampleCount() {
                    return 64;
                }

                @Override
                public void loadSamplesToRam(int[] indices) {
                    reached("loadSamplesToRam");
                }

                @Override
                public void unloadSamplesFromRam(int[] indices) {
                    reached("unloadSamplesFromRam");
                }
            };
        }
    }

    private static final class Textless extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        @SuppressWarnings({"OverrideThrowableToString", "ToStringReturnsNull"}) // intended
        public String toString() {
            return null;
        }
    }
}
