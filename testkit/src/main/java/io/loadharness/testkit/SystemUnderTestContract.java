// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.RunMonitor;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.schedule.Concurrency;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.ScheduledLoad;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests for a {@link SystemUnderTest}. The tests check that every sample ends exactly once, even in a batch that only a flush completes,
 * and that failures are reported. They also check that one instance serves several runs, even if an earlier run ended before all its
 * samples ended.
 *
 * <pre>{@code
 * class MySystemTest extends SystemUnderTestContract {
 *     protected SystemUnderTest create() {
 *         return new MySystem();
 *     }
 * }
 * }</pre>
 */
@Timeout(600)
public abstract class SystemUnderTestContract {

    private static final int THREADS = 4;

    @TempDir
    Path logs;

    /**
     * A load generator and the settings of its runs.
     *
     * @param generator the generator; the contract closes it
     * @param settings the settings of every run
     */
    public record Load(LoadGenerator generator, TestSettings settings) {

        /** Returns a load that issues all samples together. */
        public static Load burst(int samples) {
            return scheduled(Schedule.burst(samples));
        }

        /** Returns a load that keeps {@code inFlight} samples in flight until it has issued {@code samples} samples. */
        public static Load concurrency(int inFlight, int samples) {
            return scheduled(Concurrency.of(inFlight).samples(samples));
        }

        private static Load scheduled(Schedule schedule) {
            return new Load(
                    new ScheduledLoad(schedule),
                    TestSettings.builder(schedule.scenario()).build());
        }
    }

    /** Creates a system that is ready for its first query. The contract closes the system. */
    protected abstract SystemUnderTest create() throws Exception;

    /** Creates a system on which all samples fail. If the result is empty, which is the default, the tests with this system are skipped. */
    protected Optional<SystemUnderTest> createFailing() throws Exception {
        return Optional.empty();
    }

    /** Returns the sample library of the tests. The default has 64 samples. */
    protected QuerySampleLibrary library() {
        return QuerySampleLibrary.ofSize("contract", 64);
    }

    /** Returns the loads of the tests. Each load runs twice. The default is a burst and a load with a fixed concurrency. */
    protected List<Load> loads() {
        return List.of(Load.burst(200), Load.concurrency(4, 200));
    }

    /** Returns true if several threads may issue queries at the same time. The default is true. */
    protected boolean allowsIssueThreads() {
        return true;
    }

    @Test
    void endsEverySampleOnce() throws Exception {
        RecordedSamples samples = new RecordedSamples();
        try (SystemUnderTest sut = create()) {
            int count = library().totalSampleCount();
            List<Query> queries = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                queries.add(samples.query(i));
            }
            queries.add(samples.query(IntStream.range(0, count).toArray()));
            queries.add(samples.query(0, 0, 0));

            issue(sut, queries);

            samples.awaitAllEnded();
            assertThat(samples.failures()).isEmpty();
            assertThat(queries).allMatch(Query::isDone);
        }
        samples.requireNoFault();
    }

    @Test
    void endsEverySampleOfSeveralThreadsOnce() throws Exception {
        assumeTrue(allowsIssueThreads(), "the system allows only one issuing thread");
        RecordedSamples samples = new RecordedSamples();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (SystemUnderTest sut = create()) {
            int count = library().totalSampleCount();
            Callable<Void> issuing = () -> {
                for (int i = 0; i < count; i++) {
                    sut.issueQuery(samples.query(i));
                }
                return null;
            };
            for (Future<Void> each : threads.invokeAll(Collections.nCopies(THREADS, issuing))) {
                each.get();
            }
            sut.flushQueries();

            samples.awaitAllEnded();
            assertThat(samples.failures()).isEmpty();
        } finally {
            threads.shutdownNow();
        }
        samples.requireNoFault();
    }

    @Test
    void flushesWithoutQueries() throws Exception {
        RecordedSamples samples = new RecordedSamples();
        try (SystemUnderTest sut = create()) {
            sut.flushQueries();
            issue(sut, List.of(samples.query(0)));
            samples.awaitAllEnded();
            sut.flushQueries();
        }
        samples.requireNoFault();
    }

    @Test
    void servesSeveralRuns() throws Exception {
        try (SystemUnderTest sut = create()) {
            int number = 0;
            for (Load load : loads()) {
                try (LoadGenerator generator = load.generator()) {
                    for (int run = 0; run < 2; run++) {
                        TestResult result = generator.run(sut, library(), load.settings(), log(number++));

                        assertThat(result.verdict()).as(result.toString()).isNotIn(Verdict.FAILED, Verdict.ABORTED);
                        assertThat(result.failures()).isEmpty();
                        assertThat(result.progress().issued()).isPositive();
                        assertThat(result.progress().completed())
                                .isEqualTo(result.progress().issued());
                    }
                }
            }
        }
    }

    @Test
    void acceptsAQueryAfterARunThatEndedEarly() throws Exception {
        RecordedSamples endedRun = new RecordedSamples();
        RecordedSamples nextRun = new RecordedSamples();
        endedRun.endRun();
        try (SystemUnderTest sut = create()) {
            try {
                issue(sut, List.of(endedRun.query(0), endedRun.query(0, 0)));
            } catch (IllegalStateException runIsOver) {
                // allowed: the run is over
            }

            issue(sut, List.of(nextRun.query(0)));

            nextRun.awaitAllEnded();
            assertThat(nextRun.failures()).isEmpty();
        }
        nextRun.requireNoFault();
    }

    @Test
    void watchesRuns() throws Exception {
        try (SystemUnderTest sut = create()) {
            for (Scenario scenario : Scenario.values()) {
                RunMonitor watch = sut.monitorRun(scenario);
                assertThat(watch).isNotNull();
                assertThat(watch.finish()).isNotNull();
            }
        }
    }

    @Test
    void closesWithoutQueries() throws Exception {
        SystemUnderTest sut = create();

        assertThat(sut.name()).isNotBlank();
        sut.close();
    }

    @Test
    void reportsEachFailingSampleOnce() throws Exception {
        RecordedSamples samples = new RecordedSamples();
        try (SystemUnderTest sut = failing()) {
            issue(sut, List.of(samples.query(0), samples.query(0, 0, 0)));

            samples.awaitAllEnded();
            assertThat(samples.failures()).hasSize(4).allSatisfy(each -> assertThat(each.message())
                    .isNotBlank());
        }
        samples.requireNoFault();
    }

    @Test
    void failedSamplesMakeARunInvalid() throws Exception {
        try (SystemUnderTest sut = failing();
                ScheduledLoad generator = new ScheduledLoad(Schedule.burst(20))) {
            TestResult result = generator.run(
                    sut, library(), TestSettings.builder(Scenario.OFFLINE).build(), log(0));

            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(result.progress().failed()).isEqualTo(20);
            assertThat(result.progress().completed()).isZero();
        }
    }

    private SystemUnderTest failing() throws Exception {
        Optional<SystemUnderTest> failing = createFailing();
        assumeTrue(failing.isPresent(), "createFailing() returns no system");
        return failing.orElseThrow();
    }

    private static void issue(SystemUnderTest sut, List<Query> queries) throws Exception {
        for (Query each : queries) {
            sut.issueQuery(each);
        }
        sut.flushQueries();
    }

    private LogSettings log(int number) {
        return LogSettings.in(logs.resolve("run-" + number));
    }
}
