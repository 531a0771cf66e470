// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LogSettings;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ClosedLoopTest {

    @TempDir
    private Path folder;

    private final FakePacer clock = new FakePacer();

    @Test
    void theGivenNumberOfSamplesIsInFlight() throws Exception {
        BlockingQueue<QuerySample> inFlight = new LinkedBlockingQueue<>();
        TestSystem system = new TestSystem(inFlight::add);
        try (ScheduledLoad load = new ScheduledLoad(Concurrency.of(4).samples(100))) {
            TestRun run = start(load, system);
            List<QuerySample> held = new ArrayList<>();
            for (int completed = 0; completed < 100; completed++) {
                while (held.size() < Math.min(4, 100 - completed)) {
                    held.add(inFlight.take()); // waits until the loop issues a new sample
                }
                assertThat(inFlight).isEmpty();
                assertThat(run.progress().issued()).isEqualTo(Math.min(completed + 4, 100));
                held.remove(completed % held.size()).complete();
            }

            TestResult result = run.await();
            assertThat(result.verdict()).isEqualTo(Verdict.VALID);
            assertThat(result.scenario()).isEqualTo(Scenario.SINGLE_STREAM);
            assertThat(result.progress().completed()).isEqualTo(100);
            assertThat(result.performance().orElseThrow().issueDelay()).isEmpty();
            assertThat(result.performance().orElseThrow().throughput().scheduledSamples())
                    .isEmpty();
        }
    }

    @Test
    void completionsFromManyThreadsKeepTheConcurrency() throws Exception {
        AtomicInteger inFlight = new AtomicInteger();
        ConcurrentLinkedQueue<Integer> seen = new ConcurrentLinkedQueue<>();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        TestSystem system = new TestSystem(sample -> {
            seen.add(inFlight.incrementAndGet());
            threads.execute(() -> {
                inFlight.decrementAndGet();
                sample.complete();
            });
        });
        try (ScheduledLoad load = new ScheduledLoad(Concurrency.of(16).samples(20_000))) {
            assertThat(start(load, system).await().progress().completed()).isEqualTo(20_000);
        } finally {
            threads.shutdown();
        }

        assertThat(seen).hasSize(20_000).allMatch(count -> count <= 16);
    }

    @Test
    void theFirstSamplesOfEachStageStartTheLoop() throws Exception {
        TestSystem system = new TestSystem(QuerySample::complete);

        run(Concurrency.of(2).samples(5).then(Concurrency.of(3).samples(4)), system);

        assertThat(system.loopStarts()).containsExactly(0, 1, 5, 6, 7);
    }

    @Test
    void theNextSampleComesAfterTheThinkTime() throws Exception {
        List<Long> issued = new ArrayList<>();
        long start = clock.now();
        TestSystem system = new TestSystem(sample -> {
            issued.add(clock.now() - start);
            clock.pass(Duration.ofMillis(10));
            sample.complete();
        });

        run(Concurrency.of(1).thinking(Duration.ofMillis(90)).samples(3), system);

        assertThat(issued).containsExactly(0L, 100_000_000L, 200_000_000L);
    }

    @Test
    void latencyCountsFromTheIssue() throws Exception {
        TestResult result = run(Concurrency.of(1).samples(3), new TestSystem(sample -> {
            clock.pass(Duration.ofMillis(10));
            sample.complete();
        }));

        assertThat(result.performance().orElseThrow().latency().max()).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void aDurationEndsTheLoop() throws Exception {
        TestSystem system = new TestSystem(sample -> {
            clock.pass(Duration.ofMillis(300));
            sample.complete();
        });

        run(Concurrency.of(2).during(Duration.ofSeconds(1)), system);

        assertThat(system.samples()).hasSize(4); // issued at 0, 0.3, 0.6 and 0.9 s
    }

    @Test
    void thinkTimeDoesNotExceedTheEnd() throws Exception {
        TestSystem system = new TestSystem(QuerySample::complete);
        long start = clock.now();

        run(Concurrency.of(1).thinking(Duration.ofMinutes(1)).during(Duration.ofSeconds(1)), system);

        assertThat(system.samples()).hasSize(1);
        assertThat(clock.now()).isEqualTo(start);
    }

    @Test
    void aStageStartsWhenThePreviousOneHasEndedAndWasFlushed() throws Exception {
        TestSystem[] self = new TestSystem[1];
        List<Integer> flushes = new ArrayList<>();
        self[0] = new TestSystem(sample -> {
            flushes.add(self[0].flushes());
            sample.complete();
        });

        run(
                Concurrency.of(2)
                        .samples(2)
                        .thenAfter(Duration.ofSeconds(5), Concurrency.of(1).samples(3)),
                self[0]);

        assertThat(flushes).containsExactly(0, 0, 1, 1, 1);
    }

    @Test
    void aLoopThatWaitsForACompletionCanBeAborted() throws Exception {
        BlockingQueue<QuerySample> inFlight = new LinkedBlockingQueue<>();
        try (ScheduledLoad load = new ScheduledLoad(Concurrency.of(2).samples(10))) {
            TestRun run = start(load, new TestSystem(inFlight::add));
            inFlight.take();
            inFlight.take();
            run.abort("enough");

            assertThat(run.await().verdict()).isEqualTo(Verdict.ABORTED);
            assertThat(inFlight).isEmpty();
        }
    }

    private TestRun start(ScheduledLoad load, TestSystem system) {
        return load.start(
                system,
                QuerySampleLibrary.ofSize("ten", 10),
                TestSettings.builder(Scenario.SINGLE_STREAM).build(),
                LogSettings.in(folder));
    }

    private TestResult run(Schedule schedule, TestSystem system) throws InterruptedException {
        try (ScheduledLoad load = new ScheduledLoad(schedule, clock)) {
            return start(load, system).await();
        }
    }
}
