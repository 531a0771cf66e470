// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loadharness.ClientVerdict;
import io.loadharness.LogFiles;
import io.loadharness.Query;
import io.loadharness.Reason;
import io.loadharness.RunMonitor;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestFailedException;
import io.loadharness.TestLog;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the states of a run with a fake generator. */
@Timeout(60)
class GeneratorRunTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final ActiveRuns runs = new ActiveRuns();
    private final List<String> calls = new CopyOnWriteArrayList<>();

    @AfterEach
    void endRuns() {
        runs.close();
    }

    @Test
    void completeRunIsClosedOnceBeforeItsResult() throws Exception {
        FakeRun run = runs.start(() -> new FakeRun());

        assertThat(run.await().verdict()).isEqualTo(Verdict.VALID);
        assertThat(calls).containsExactly("monitorRun", "generate", "finish", "close", "result");
        assertThat(run.isDone()).isTrue();
    }

    /** The run does not wait for the sample that is still in flight. Therefore the run does not stall. */
    @Test
    void stallWatcherEndsBeforeRunIsClosed() throws Exception {
        FakeRun run = runs.start(() -> new FakeRun() {
            @Override
            protected void close() {
                issued = 1;
                awaitEndOf("fake-watch");
                super.close();
            }
        });

        assertThat(run.await().verdict()).isEqualTo(Verdict.VALID);
        assertThat(calls).containsExactly("monitorRun", "generate", "finish", "close", "result");
    }

    @Test
    void abortIsAcceptedUntilMonitorHasFinished() throws Exception {
        FakeRun run = runs.start(() -> new FakeRun() {
            @Override
            void finishing() {
                abort("while it finished");
            }
        });

        TestResult result = run.await();

        assertThat(result.verdict()).isEqualTo(Verdict.ABORTED);
        assertThat(result.reasons()).extracting(Reason::text).containsExactly("while it finished");
        assertThat(calls).containsExactly("monitorRun", "generate", "finish", "stop", "close", "result");
    }

    @Test
    void abortDuringCloseDoesNothing() throws Exception {
        FakeRun run = runs.start(() -> new FakeRun() {
            @Override
            protected void close() {
                abort("too late");
                super.close();
            }
        });

        assertThat(run.await().verdict()).isEqualTo(Verdict.VALID);
        assertThat(calls).containsExactly("monitorRun", "generate", "finish", "close", "result");
    }

    /** Without the watcher, a callback that does not return would block the end of the run. */
    @Test
    void runWithoutThreadsDoesNotCallUserCode() {
        FakeRun run = runs.start(() -> new FakeRun() {
            @Override
            protected void startThreads() {
                throw new OutOfMemoryError("no more threads");
            }
        });

        assertThatExceptionOfType(TestFailedException.class)
                .isThrownBy(run::await)
                .withMessageStartingWith("the harness threw java.lang.OutOfMemoryError: no more threads");
        assertThat(calls).containsExactly("stop", "generate", "close", "result");
    }

    @Test
    void runWithHangingCallbackIsAbandonedAndClosedLater() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        FakeRun run = runs.start(() -> new FakeRun() {
            @Override
            protected void generate() {
                super.generate();
                inside.countDown();
                while (released.getCount() > 0) {
                    Thread.onSpinWait();
                    Thread.interrupted();
                }
            }
        });

        inside.await();
        run.abort("enough");

        assertThat(run.await().reasons())
                .extracting(Reason::text)
                .containsExactly("enough, and the run did not end in time");
        assertThat(calls).containsExactly("monitorRun", "generate", "stop", "abandon", "result");

        released.countDown();
        awaitEndOf("fake");
        assertThat(calls).containsExactly("monitorRun", "generate", "stop", "abandon", "result", "finish", "close");
    }

    private static void awaitEndOf(String name) {
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .forEach(thread -> {
                    try {
                        thread.join(20_000);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    assertThat(thread.isAlive()).isFalse();
                });
    }

    /** Records the calls and returns immediately. */
    private class FakeRun extends GeneratorRun {

        private static final LogFiles FILES = LogFiles.in(Path.of("logs"), "", "");

        volatile long issued;

        FakeRun() {
            this(new RecordingFakeSystem());
        }

        private FakeRun(RecordingFakeSystem system) {
            super("fake", system, Scenario.SERVER, LONG, Path.of("logs"));
            system.run = this;
        }

        void finishing() {}

        @Override
        protected void generate() {
            calls.add("generate");
        }

        @Override
        protected void stop() {
            calls.add("stop");
        }

        @Override
        protected void close() {
            calls.add("close");
        }

        @Override
        protected void abandon() {
            calls.add("abandon");
        }

        @Override
        protected TestResult result(Optional<EarlyEnd> earlyEnd, ClientVerdict client) {
            calls.add("result");
            if (earlyEnd.isPresent() && earlyEnd.get().failed()) {
                throw new TestFailedException(
                        earlyEnd.get().reason(), Path.of("logs"), earlyEnd.get().cause());
            }
            return new TestResult(
                    earlyEnd.isPresent() ? Verdict.ABORTED : Verdict.VALID,
                    earlyEnd.map(EarlyEnd::reason).stream().toList(),
                    false,
                    Scenario.SERVER,
                    TestMode.PERFORMANCE_ONLY,
                    progress(),
                    Map.of(),
                    Optional.empty(),
                    new TestLog(
                            FILES, Optional.empty(), Map.of(), Map.of(), List.of(), List.of(), "", Optional.empty()));
        }

        @Override
        protected long issued() {
            return issued;
        }

        @Override
        protected long completed() {
            return 0;
        }

        @Override
        protected long failed() {
            return 0;
        }

        @Override
        protected long activity() {
            return 0;
        }

        @Override
        protected boolean isInCallback() {
            return false;
        }

        @Override
        protected List<Integer> samplesInFlight(int limit) {
            return List.of();
        }

        @Override
        protected Optional<Duration> expectedDuration() {
            return Optional.empty();
        }
    }

    private final class RecordingFakeSystem extends SystemUnderTest {

        private volatile FakeRun run;

        RecordingFakeSystem() {
            super("recording system");
        }

        @Override
        public void issueQuery(Query query) {}

        @Override
        public RunMonitor monitorRun(Scenario scenario) {
            calls.add("monitorRun");
            return () -> {
                calls.add("finish");
                run.finishing();
                return ClientVerdict.CLEAR;
            };
        }
    }
}
