// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loadharness.Failure;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.Verdict;
import java.lang.ref.Cleaner;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that every misuse of a sample is rejected, at any time and on any thread. */
class SampleMisuseTest {

    private static final List<Scenario> SCENARIOS = List.of(Scenario.values());
    private static final int SOAK = Integer.getInteger("loadharness.soak", 1);

    @TempDir
    Path logs;

    private final MlperfLoadGen loadGen = new MlperfLoadGen();
    private final Queue<Throwable> unexpected = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @EnumSource
    void aSampleIsCompletedOnce(Scenario scenario) {
        Queue<QuerySample> kept = new ConcurrentLinkedQueue<>();
        TestResult result = run(scenario, query -> {
            for (QuerySample sample : query) {
                sample.firstTokenComplete();
                refuses(sample::firstTokenComplete);
                sample.complete();
                refuses(sample::firstTokenComplete);
                refuses(sample::complete);
                refuses(() -> sample.fail(new RuntimeException("late")));
                assertThat(sample.isDone()).isTrue();
                kept.add(sample);
            }
            query.completeAll();
        });

        assertThat(result.reasons()).isEmpty();
        assertThat(result.progress().completed()).isEqualTo(kept.size());
        kept.forEach(sample -> refuses(sample::complete));
        assertThat(unexpected).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void anInvalidResponseIsRejectedAndTheSampleStaysInFlight(Scenario scenario) {
        TestResult result = run(scenario, query -> {
            for (QuerySample sample : query) {
                refuses(() -> sample.complete((ByteBuffer) null));
                refuses(() -> sample.complete((byte[]) null));
                refuses(() -> sample.complete((int[]) null));
                refuses(() -> sample.complete(ByteBuffer.allocate(1), -1));
                refuses(() -> sample.firstTokenComplete((ByteBuffer) null));
                refuses(() -> sample.fail((Failure) null));
                refuses(() -> sample.fail((Throwable) null));
                assertThat(sample.isDone()).isFalse();
                sample.complete();
            }
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(unexpected).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void samplesOfAnEndedRunRejectCompletion(Scenario scenario) throws Exception {
        Queue<Query> kept = new ConcurrentLinkedQueue<>();
        TestRun run = loadGen.start(
                QuickRuns.system(kept::add),
                QuickRuns.LIBRARY,
                QuickRuns.endless(scenario).build(),
                LogSettings.in(logs));
        while (kept.isEmpty()) {
            Thread.onSpinWait();
        }
        run.abort("seen enough");
        run.await();
        for (Query query : kept) {
            assertThat(query.size()).isPositive();
            refuses(query.get(0)::complete);
            refuses(query.get(0)::firstTokenComplete);
            refuses(() -> query.get(0).complete(new int[] {1, 2}));
            refuses(() -> query.get(0).fail(new Exception("late")));
            Throwable all = catchThrowable(query::completeAll);
            assertThat(all == null || all instanceof IllegalStateException).isTrue();
        }
        assertThat(unexpected).isEmpty();
    }

    @Test
    void twoThousandThreadsCompleteSamples() {
        List<Thread> threads = new ArrayList<>();
        CountDownLatch all = new CountDownLatch(2000);
        TestResult result = loadGen.run(
                QuickRuns.system(query -> {
                    Thread thread = new Thread(() -> {
                        query.get(0).complete(new byte[] {1, 2, 3});
                        all.countDown();
                        awaitQuietly(all);
                    });
                    threads.add(thread);
                    thread.start();
                }),
                QuickRuns.LIBRARY,
                QuickRuns.settings(Scenario.SERVER)
                        .minQueryCount(2000)
                        .maxQueryCount(2000)
                        .build(),
                LogSettings.in(logs));
        // LoadGen reports reaching its maximum as an error
        assertThat(result.reasons()).hasSize(1).first().asString().contains("Max query count reached");
        assertThat(result.progress().completed()).isEqualTo(2000);
        threads.forEach(SampleMisuseTest::joinQuietly);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aHundredThousandVirtualThreadsCompleteSamples() throws Exception {
        Method factory = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
        ExecutorService virtual = (ExecutorService) factory.invoke(null);
        AtomicLong refused = new AtomicLong();
        TestResult result = loadGen.run(
                QuickRuns.system(query -> query.forEach(sample -> virtual.execute(() -> {
                    sample.complete(new int[] {1, 2, 3});
                    if (catchThrowable(sample::complete) instanceof IllegalStateException) {
                        refused.incrementAndGet();
                    }
                }))),
                QuickRuns.LIBRARY,
                QuickRuns.settings(Scenario.OFFLINE).minQueryCount(100_000).build(),
                LogSettings.in(logs));
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(result.progress().completed()).isGreaterThanOrEqualTo(100_000);
        virtual.shutdown();
        while (!virtual.awaitTermination(1, java.util.concurrent.TimeUnit.SECONDS)) {
            Thread.onSpinWait();
        }
        assertThat(refused.get()).isEqualTo(result.progress().completed());
    }

    @Test
    void aCleanerMayCompleteASampleInTimeOrTooLate() {
        Cleaner cleaner = Cleaner.create();
        AtomicInteger answered = new AtomicInteger();
        TestResult result = loadGen.run(
                QuickRuns.system(query -> query.forEach(sample -> {
                    Cleaner.Cleanable cleanable = cleaner.register(new Object(), () -> {
                        if (catchThrowable(sample::complete) == null) {
                            answered.incrementAndGet();
                        }
                    });
                    cleanable.clean();
                    cleanable.clean();
                })),
                QuickRuns.LIBRARY,
                QuickRuns.settings(Scenario.OFFLINE).build(),
                LogSettings.in(logs));
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat((long) answered.get()).isEqualTo(result.progress().completed());
    }

    /** Makes a million random calls from four threads on samples of active and ended runs, some of them aborted. */
    @Test
    void randomMisuseOnlyThrows() throws Exception {
        AtomicLong operations = new AtomicLong();
        for (int round = 0; operations.get() < 1_000_000L * SOAK; round++) {
            Scenario scenario = SCENARIOS.get(round % 4);
            boolean aborted = round % 3 == 0;
            int seed = round;
            Queue<QuerySample> open = new ConcurrentLinkedQueue<>();
            TestRun run = loadGen.start(
                    QuickRuns.system(query -> query.forEach(open::add)),
                    QuickRuns.LIBRARY,
                    QuickRuns.settings(scenario).build(),
                    LogSettings.in(logs));
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                SplittableRandom random = new SplittableRandom(31L * seed + t);
                threads.add(new Thread(() -> operations.addAndGet(misuse(run, open, random, aborted))));
            }
            threads.forEach(Thread::start);
            threads.forEach(SampleMisuseTest::joinQuietly);
            Verdict verdict = run.await().verdict();
            assertThat(verdict).isIn(Verdict.VALID, Verdict.INVALID, Verdict.ABORTED);
        }
        assertThat(unexpected).isEmpty();
    }

    private long misuse(TestRun run, Queue<QuerySample> open, SplittableRandom random, boolean aborts) {
        List<QuerySample> recent = new ArrayList<>();
        long operations = 0;
        int abortAt = aborts ? random.nextInt(20_000) : -1;
        while (!run.isDone() || operations < 20_000) {
            QuerySample polled = open.poll();
            if (polled != null) {
                recent.add(polled);
            } else if (!recent.isEmpty()) {
                attempt(recent.get(0)::complete);
            }
            if (recent.size() > 8) {
                attempt(recent.remove(0)::complete);
            }
            if (operations == abortAt) {
                run.abort("by chance");
            }
            if (!recent.isEmpty()) {
                QuerySample sample = recent.get(random.nextInt(recent.size()));
                attempt(() -> call(sample, random));
                if (polled == null && random.nextInt(100) == 0) {
                    recent.remove(sample);
                    attempt(sample::complete);
                }
            }
            operations++;
        }
        return operations;
    }

    private void attempt(Runnable misuse) {
        try {
            misuse.run();
        } catch (IllegalStateException | IllegalArgumentException e) {
            // only these two exceptions are allowed
        } catch (Throwable e) {
            unexpected.add(e);
        }
    }

    private static void call(QuerySample sample, SplittableRandom random) {
        switch (random.nextInt(12)) {
            case 0 -> sample.firstTokenComplete();
            case 1 -> sample.firstTokenComplete(1, 2);
            case 2 -> sample.complete((byte[]) null);
            case 3 -> sample.complete(ByteBuffer.allocateDirect(random.nextInt(100)));
            case 4 -> sample.complete(ByteBuffer.allocate(9).asReadOnlyBuffer().position(3), 5);
            case 5 -> sample.complete(new int[random.nextInt(5000)]);
            case 6 -> sample.fail(new Exception("by chance"));
            case 7 -> assertThat(sample.index()).isBetween(0, 63);
            default -> sample.complete();
        }
    }

    private void refuses(Runnable misuse) {
        Throwable thrown = catchThrowable(misuse::run);
        if (!(thrown instanceof IllegalStateException || thrown instanceof IllegalArgumentException)) {
            unexpected.add(new AssertionError("not refused", thrown));
        }
    }

    private TestResult run(Scenario scenario, java.util.function.Consumer<Query> answer) {
        return loadGen.run(
                QuickRuns.system(answer),
                QuickRuns.LIBRARY,
                QuickRuns.settings(scenario).build(),
                LogSettings.in(logs));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void joinQuietly(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void positionsOutsideAQueryAreRejected() {
        TestResult result = run(Scenario.MULTI_STREAM, query -> {
            assertThatThrownBy(() -> query.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> query.get(query.size())).isInstanceOf(IndexOutOfBoundsException.class);
            query.completeAll();
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
    }
}
