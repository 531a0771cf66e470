// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.loadharness.ClientVerdict;
import io.loadharness.Failure;
import io.loadharness.LatencyStatistics;
import io.loadharness.LogSettings;
import io.loadharness.Performance;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestFailedException;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestResult.FailureCount;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.TokenPerformance;
import io.loadharness.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ScheduledLoadTest {

    private static final Schedule TEN_PER_SECOND = Arrivals.constant(10).samples(4);

    @TempDir
    private Path folder;

    private final FakePacer clock = new FakePacer();

    @Test
    void everySampleIsIssuedOnceAndTheRunIsValid() throws Exception {
        TestSystem system = new TestSystem(QuerySample::complete);

        TestResult result = run(Arrivals.poisson(1000).samples(10_000), system);

        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(result.scenario()).isEqualTo(Scenario.SERVER);
        assertThat(result.mode()).isEqualTo(TestMode.PERFORMANCE_ONLY);
        assertThat(result.progress().issued()).isEqualTo(10_000);
        assertThat(result.progress().completed()).isEqualTo(10_000);
        assertThat(system.samples()).hasSize(10_000).doesNotHaveDuplicates();
        assertThat(system.flushes()).isEqualTo(1);
        assertThat(system.scenario()).isEqualTo(Scenario.SERVER);
    }

    @Test
    void latencyCountsFromTheScheduledStart() throws Exception {
        AtomicBoolean completed = new AtomicBoolean();
        TestSystem system = new TestSystem(sample -> {
            clock.pass(Duration.ofMillis(completed.getAndSet(true) ? 0 : 250)); // the first sample is slow
            sample.complete();
        });

        TestResult result = run(TEN_PER_SECOND, system);

        assertThat(system.issueDelays()).containsExactly(0L, 150_000_000L, 50_000_000L, 0L);
        Performance performance = result.performance().orElseThrow();
        LatencyStatistics issueDelay = performance.issueDelay().orElseThrow();
        assertThat(issueDelay.max()).isEqualTo(Duration.ofMillis(150));
        assertThat(issueDelay.percentile(50)).isEqualTo(Duration.ofMillis(50));
        assertThat(performance.latency().max()).isEqualTo(Duration.ofMillis(250));
        assertThat(performance.latency().percentile(50)).isEqualTo(Duration.ofMillis(150));
        assertThat(performance.latency().min()).isEqualTo(Duration.ZERO);
        assertThat(performance.throughput().scheduledSamples()).hasValue(10);
    }

    @Test
    void aFailedSampleInvalidatesTheRunAndCountsInNoLatency() throws Exception {
        TestSystem system = new TestSystem(sample -> {
            clock.pass(Duration.ofMillis(10));
            if (sample.index() == 0) {
                sample.fail(new Failure(Failure.Kind.TIMEOUT, "too\nlate"));
            } else {
                sample.complete();
            }
        });

        TestResult result = run(Arrivals.constant(10).samples(100), system);

        long failed = system.indices().stream().filter(index -> index == 0).count();
        assertThat(failed).isBetween(1L, 99L);
        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons())
                .extracting(Reason::text)
                .containsExactly(failed + " of 100 samples failed: TIMEOUT " + failed + " (first: too late)");
        assertThat(result.failures())
                .containsExactly(Map.entry(Failure.Kind.TIMEOUT, new FailureCount(failed, "too\nlate")));
        assertThat(result.progress().failed()).isEqualTo(failed);
        assertThat(result.completedSamplesPerSecond() * 9.91).isCloseTo(100.0 - failed, within(1e-6));
    }

    @Test
    void aRunWithoutCompletedSamplesHasNoPerformance() throws Exception {
        TestResult result = run(TEN_PER_SECOND, new TestSystem(sample -> sample.fail(new IOException("broken"))));

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.performance()).isEmpty();
        assertThat(result.summaryText()).contains("BACKEND_EXCEPTION 4");
    }

    @Test
    void reasonsOfTheClientInvalidateTheRun() throws Exception {
        TestSystem system = new TestSystem(QuerySample::complete)
                .watchedBy(() -> new ClientVerdict(
                        List.of(new Reason(Reason.Code.CLIENT_PAUSED, "the client slept")),
                        List.of(new Reason(Reason.Code.OTHER, "the server was slow"))));

        TestResult result = run(TEN_PER_SECOND, system);

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.clientLimited()).isTrue();
        assertThat(result.reasons())
                .extracting(Reason::text)
                .containsExactly("the server was slow", "the client slept");
    }

    @Test
    void tokensAreTimed() throws Exception {
        TestSystem system = new TestSystem(sample -> {
            clock.pass(Duration.ofMillis(5));
            sample.firstTokenComplete();
            clock.pass(Duration.ofMillis(20));
            sample.complete(new int[11]);
        });

        TestResult result = run(TEN_PER_SECOND, system, settings(TEN_PER_SECOND).useTokenLatencies(true));

        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        TokenPerformance tokens = result.performance().orElseThrow().tokens().orElseThrow();
        assertThat(tokens.firstToken().orElseThrow().percentile(99)).isEqualTo(Duration.ofMillis(5));
        assertThat(tokens.timePerOutputToken().orElseThrow().percentile(50)).isEqualTo(Duration.ofMillis(2));
        assertThat(tokens.tokensPerSecond()).isEqualTo(44 / 0.325);
    }

    @Test
    void missingTokensInvalidateARunWithTokenLatencies() throws Exception {
        TestResult result = run(
                TEN_PER_SECOND,
                new TestSystem(QuerySample::complete),
                settings(TEN_PER_SECOND).useTokenLatencies(true));

        assertThat(result.reasons())
                .extracting(Reason::text)
                .containsExactly(
                        "4 of 4 samples have no first token time, but use_token_latencies is set",
                        "4 of 4 samples have fewer than 2 tokens, but use_token_latencies is set");
    }

    @Test
    void anExceptionOfIssueQueryEndsTheRun() {
        IOException cause = new IOException("no\nway");

        assertThatExceptionOfType(TestFailedException.class)
                .isThrownBy(() -> run(TEN_PER_SECOND, new TestSystem(sample -> {
                    throw cause;
                })))
                .withMessage("issueQuery threw java.io.IOException: no way (logs in " + folder + ")")
                .withCause(cause);
        assertThat(folder.resolve("loadharness_schedule_summary.txt")).content().contains("FAILED", "no way");
    }

    @Test
    void anExceptionOfTheLibraryEndsTheRun() {
        List<Integer> unloaded = new ArrayList<>();
        assertFails(
                new TenSampleLibrary() {
                    @Override
                    public void loadSamplesToRam(int[] indices) throws IOException {
                        throw new IOException("disk");
                    }

                    @Override
                    public void unloadSamplesFromRam(int[] indices) {
                        unloaded.add(indices.length);
                    }
                },
                "loadSamplesToRam threw java.io.IOException: disk");
        assertThat(unloaded).isEmpty();
        assertFails(
                new TenSampleLibrary() {
                    @Override
                    public void unloadSamplesFromRam(int[] indices) {
                        throw new IllegalStateException("stuck");
                    }
                },
                "unloadSamplesFromRam threw java.lang.IllegalStateException: stuck");
    }

    private void assertFails(QuerySampleLibrary library, String message) {
        try (ScheduledLoad load = new ScheduledLoad(TEN_PER_SECOND, clock)) {
            assertThatExceptionOfType(TestFailedException.class)
                    .isThrownBy(() -> load.run(
                            new TestSystem(QuerySample::complete),
                            library,
                            settings(TEN_PER_SECOND).build(),
                            LogSettings.in(folder)))
                    .withMessageStartingWith(message);
        }
    }

    @Test
    void aNullWatchEndsTheRun() {
        assertThatExceptionOfType(TestFailedException.class)
                .isThrownBy(() -> run(TEN_PER_SECOND, new TestSystem(QuerySample::complete).watchedBy(null)))
                .withMessageStartingWith("monitorRun threw java.lang.NullPointerException: monitorRun returned null");
    }

    @Test
    void aStalledRunFailsAndNamesItsSamples() {
        Schedule one = Arrivals.constant(10).samples(1); // a slow machine may stall between samples
        TestSystem system = new TestSystem(sample -> {});

        assertThatExceptionOfType(TestFailedException.class)
                .isThrownBy(() -> run(one, system, settings(one).stallLimit(Duration.ofMillis(50))))
                .withMessageStartingWith(
                        "no sample was completed for 50 ms, and 1 samples are in flight, among them the samples with index "
                                + system.indices().get(0) + " (logs in ");
    }

    @Test
    void aStalledRunHasTheDetailOfItsSystem() {
        Schedule one = Arrivals.constant(10).samples(1);
        CountDownLatch never = new CountDownLatch(1);

        assertThatExceptionOfType(TestFailedException.class)
                .isThrownBy(() -> run(
                        one,
                        new TestSystem(sample -> {}).describedBy(() -> Optional.of("the engine sleeps")),
                        settings(one).stallLimit(Duration.ofMillis(50))))
                .withMessageMatching(
                        "no sample was completed for 50 ms, .* with index \\d+; the engine sleeps \\(logs in .*");
        assertThatExceptionOfType(TestFailedException.class)
                .as("the system does not return its detail")
                .isThrownBy(() -> run(
                        one,
                        new TestSystem(sample -> {}).describedBy(() -> {
                            try {
                                never.await();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                            return Optional.empty();
                        }),
                        settings(one).stallLimit(Duration.ofMillis(50))))
                .withMessageMatching("no sample was completed for 50 ms, .* with index \\d+ \\(logs in .*");
        never.countDown();
    }

    @Test
    void aCallbackThatDoesNotReturnFailsTheRun() {
        Schedule one = Arrivals.constant(10).samples(1);
        CountDownLatch never = new CountDownLatch(1);

        assertThatExceptionOfType(TestFailedException.class)
                .isThrownBy(() -> run(
                        one,
                        new TestSystem(sample -> {
                            sample.complete();
                            never.await();
                        }),
                        settings(one).stallLimit(Duration.ofMillis(500))))
                .withMessageStartingWith("a callback has not returned for 500 ms");
    }

    @Test
    void aBlockedCallbackDoesNotBlockTheResult() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        TestSystem stuck = new TestSystem(sample -> {
            inside.countDown();
            awaitIgnoringInterrupts(released);
        });
        try (ScheduledLoad load = new ScheduledLoad(TEN_PER_SECOND, clock)) {
            TestRun run = start(load, stuck);
            inside.await();
            run.abort("enough");

            assertThat(run.await().verdict()).isEqualTo(Verdict.ABORTED);
        } finally {
            released.countDown();
        }
    }

    private static void awaitIgnoringInterrupts(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // ignored: this callback never returns early
            }
        }
    }

    @Test
    void anAbortedRunReportsItsReason() throws Exception {
        Schedule inAnHour = Schedule.burst(3).thenAfter(Duration.ofHours(1), Schedule.burst(1));
        CountDownLatch issued = new CountDownLatch(3);
        TestSystem system = new TestSystem(sample -> {
            if (sample.index() != 0) {
                sample.complete();
            }
            issued.countDown();
        });
        try (ScheduledLoad load = new ScheduledLoad(inAnHour)) {
            TestRun run = start(load, system);
            issued.await();
            run.abort("that was enough");
            run.abort("too late");
            TestResult result = run.await();

            assertThat(run.isDone()).isTrue();
            assertThat(result.verdict()).isEqualTo(Verdict.ABORTED);
            assertThat(result.reasons()).extracting(Reason::text).containsExactly("that was enough");
            assertThat(result.performance()).isEmpty();
            assertThat(result.progress().issued()).isEqualTo(3);
            assertThat(result.summaryText()).contains("ABORTED", "that was enough");
            assertThat(run.progress()).isEqualTo(result.progress());
        }
    }

    @Test
    void aSampleRejectsResultsAfterTheRun() throws Exception {
        CountDownLatch issued = new CountDownLatch(4);
        TestSystem system = new TestSystem(sample -> issued.countDown());
        try (ScheduledLoad load = new ScheduledLoad(TEN_PER_SECOND, clock)) {
            TestRun run = start(load, system);
            issued.await();
            run.abort("over");
            run.await();
        }
        QuerySample sample = system.samples().get(0);

        assertThatIllegalStateException().isThrownBy(sample::complete).withMessage("the run is over");
        assertThatIllegalStateException().isThrownBy(sample::firstTokenComplete).withMessage("the run is over");
        assertThatIllegalStateException()
                .isThrownBy(() -> sample.fail(new IOException()))
                .withMessage("the run is over");
    }

    @Test
    void aClosedGeneratorAbortsItsRunsAndStartsNone() throws Exception {
        CountDownLatch issued = new CountDownLatch(4);
        ScheduledLoad load = new ScheduledLoad(TEN_PER_SECOND, clock);
        TestRun run = start(load, new TestSystem(sample -> issued.countDown()));
        issued.await();
        load.close();

        assertThat(run.isDone()).isTrue();
        assertThat(run.await().reasons()).extracting(Reason::text).containsExactly("the load generator was closed");
        assertThatIllegalStateException()
                .isThrownBy(() -> start(load, new TestSystem(QuerySample::complete)))
                .withMessage("this load generator is closed");
    }

    @Test
    void theSeedDeterminesTheSamples() throws Exception {
        TestSystem one = new TestSystem(QuerySample::complete);
        TestSystem same = new TestSystem(QuerySample::complete);
        TestSystem other = new TestSystem(QuerySample::complete);
        Schedule burst = Schedule.burst(100);

        run(burst, one, settings(burst).sampleIndexRngSeed(3));
        run(burst, same, settings(burst).sampleIndexRngSeed(3).scheduleRngSeed(99));
        run(burst, other, settings(burst).sampleIndexRngSeed(4));

        assertThat(one.indices()).isEqualTo(same.indices()).isNotEqualTo(other.indices());
    }

    @Test
    void samplesCanBeIssuedInPermutations() throws Exception {
        TestSystem system = new TestSystem(QuerySample::complete);
        Schedule burst = Schedule.burst(20);

        run(burst, system, settings(burst).sampleConcatenatePermutation(true));

        Integer[] all = IntStream.range(0, 10).boxed().toArray(Integer[]::new);
        assertThat(system.indices().subList(0, 10)).containsExactlyInAnyOrder(all);
        assertThat(system.indices().subList(10, 20)).containsExactlyInAnyOrder(all);
    }

    @Test
    void oneSampleCanBeIssuedRepeatedly() throws Exception {
        TestSystem system = new TestSystem(QuerySample::complete);
        Schedule burst = Schedule.burst(5);

        run(burst, system, settings(burst).performanceIssueSame(true).performanceIssueSameIndex(7));

        assertThat(system.indices()).containsOnly(7).hasSize(5);
    }

    @Test
    void aTraceDeterminesTheSamples() throws Exception {
        TestSystem system = new TestSystem(QuerySample::complete);

        run(Schedule.replay(Trace.ofNanos(new long[] {0, 5, 9}, new int[] {9, 0, 9})), system);

        assertThat(system.indices()).containsExactly(9, 0, 9);
    }

    @Test
    void aTraceWithMissingSamplesIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(
                        Schedule.replay(Trace.ofNanos(new long[] {0}, new int[] {10})),
                        new TestSystem(QuerySample::complete)))
                .withMessage("the schedule contains sample 10, but the library ten has only the samples 0 to 9");
        Schedule trace = Schedule.replay(Trace.ofNanos(new long[] {0}, new int[] {9}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(
                        trace,
                        new TestSystem(QuerySample::complete),
                        settings(trace).performanceSampleCountOverride(4)))
                .withMessage(
                        "a schedule with sample indices requires all samples in memory, but only 4 of 10 of the library ten"
                                + " are loaded: set performance_sample_count_override to 10");
    }

    @Test
    void onlyLoadedSamplesAreIssued() throws Exception {
        List<Integer> loaded = new ArrayList<>();
        List<Integer> unloaded = new ArrayList<>();
        TestSystem system = new TestSystem(QuerySample::complete);
        Schedule burst = Schedule.burst(200);
        QuerySampleLibrary library = new TenSampleLibrary() {
            @Override
            public void loadSamplesToRam(int[] indices) {
                IntStream.of(indices).forEach(loaded::add);
            }

            @Override
            public void unloadSamplesFromRam(int[] indices) {
                IntStream.of(indices).forEach(unloaded::add);
            }
        };
        try (ScheduledLoad load = new ScheduledLoad(burst, clock)) {
            load.run(
                    system,
                    library,
                    settings(burst).performanceSampleCountOverride(3).build(),
                    LogSettings.in(folder));
        }

        assertThat(loaded).hasSize(3).doesNotHaveDuplicates().isEqualTo(unloaded);
        assertThat(system.indices()).hasSize(200).containsAll(loaded).isSubsetOf(loaded);
    }

    @Test
    void anUnsupportedSettingIsRejectedByName() {
        assertRejected(settings(TEN_PER_SECOND).minDuration(Duration.ofSeconds(1)), "min_duration_ms");
        assertRejected(settings(TEN_PER_SECOND).serverTargetQps(3), "server_target_qps");
        assertRejected(settings(TEN_PER_SECOND).model("llama2-70b"), "model");
        assertRejected(settings(TEN_PER_SECOND).userConf(Path.of("user.conf")), "userConf");
        assertRejected(settings(TEN_PER_SECOND).auditConf(Path.of("audit.config")), "auditConf");
    }

    private void assertRejected(TestSettings.Builder settings, String field) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(TEN_PER_SECOND, new TestSystem(QuerySample::complete), settings))
                .withMessageStartingWith(
                        "a schedule does not support the setting " + field + ": remove this setting. ");
    }

    @Test
    void contradictorySettingsAreRejected() {
        TestSystem system = new TestSystem(QuerySample::complete);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(TEN_PER_SECOND, system, TestSettings.builder(Scenario.OFFLINE)))
                .withMessage(
                        "the scenario of the settings is Offline, but this schedule runs as Server (constant 10/s, 4 samples):"
                                + " use TestSettings.builder(schedule.scenario())");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        run(TEN_PER_SECOND, system, settings(TEN_PER_SECOND).mode(TestMode.ACCURACY_ONLY)))
                .withMessageStartingWith("a schedule supports only the mode PerformanceOnly");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        run(TEN_PER_SECOND, system, settings(TEN_PER_SECOND).performanceIssueSameIndex(1)))
                .withMessage("performance_issue_same_index requires performance_issue_same");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        run(TEN_PER_SECOND, system, settings(TEN_PER_SECOND).performanceSampleCountOverride(11)))
                .withMessage(
                        "performance_sample_count_override must be at most 10, the number of samples in the library ten: got 11");
        assertThat(system.samples()).isEmpty();
    }

    @Test
    void aScheduleWithoutArrivalsIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(
                        Arrivals.poisson(1e-6).during(Duration.ofSeconds(1)), new TestSystem(QuerySample::complete)))
                .withMessage("the schedule (poisson 0.000001/s for 1 s) has no arrivals with schedule_rng_seed 0:"
                        + " make the schedule longer");
    }

    @Test
    void theFilesNameTheGeneratorAndContainAllSamples() throws Exception {
        TestResult result = run(TEN_PER_SECOND, new TestSystem(sample -> {
            clock.pass(Duration.ofMillis(1));
            sample.complete(new byte[3]);
        }));

        assertThat(result.log().loadGenVersion()).isEmpty();
        assertThat(result.logs().summary())
                .hasFileName("loadharness_schedule_summary.txt")
                .hasContent(result.summaryText());
        assertThat(result.summaryText().lines().findFirst().orElseThrow()).startsWith("This is not MLPerf LoadGen: ");
        List<String> rows = Files.readAllLines(result.logs().detail());
        assertThat(rows).hasSize(5);
        assertThat(rows.get(0))
                .isEqualTo("number\tsample\tscheduled_ns\tissued_ns\tfirst_token_ns\tended_ns\ttokens\toutcome");
        assertThat(rows.get(3)).matches("2\t\\d\t200000000\t200000000\t\t201000000\t0\tcompleted");
    }

    @Test
    void filesOfAnotherActiveRunAreRejected() throws Exception {
        CountDownLatch issued = new CountDownLatch(4);
        try (ScheduledLoad load = new ScheduledLoad(TEN_PER_SECOND, clock)) {
            TestRun run = start(load, new TestSystem(sample -> issued.countDown()));
            issued.await();

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> start(load, new TestSystem(QuerySample::complete)))
                    .withMessage("another run is writing " + folder.resolve("loadharness_schedule_summary.txt")
                            + ": use a separate directory or prefix for each run");
            run.abort("over");
            run.await();
        }
        assertThat(run(TEN_PER_SECOND, new TestSystem(QuerySample::complete)).verdict())
                .isEqualTo(Verdict.VALID);
    }

    @Test
    void pathsThatAreNotWritableFilesAreRejected() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Files.createDirectory(folder.resolve("loadharness_schedule_detail.txt"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ScheduledLoad(TEN_PER_SECOND)
                        .start(
                                new TestSystem(QuerySample::complete),
                                QuerySampleLibrary.ofSize("ten", 10),
                                settings(TEN_PER_SECOND).build(),
                                LogSettings.in(file)))
                .withMessage(
                        "cannot write the results of the run to " + file + ": " + file + " exists and is not a folder");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(TEN_PER_SECOND, new TestSystem(QuerySample::complete)))
                .withMessage(folder.resolve("loadharness_schedule_detail.txt")
                        + " is not a regular file: remove it, or use another directory or prefix for the run");
    }

    @Test
    void tracesAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ScheduledLoad(TEN_PER_SECOND)
                        .start(
                                new TestSystem(QuerySample::complete),
                                QuerySampleLibrary.ofSize("ten", 10),
                                settings(TEN_PER_SECOND).build(),
                                LogSettings.in(folder).withTrace()))
                .withMessage("a schedule does not support traces: remove enableTrace from the log settings");
    }

    private abstract static class TenSampleLibrary implements QuerySampleLibrary {
        @Override
        public String name() {
            return "ten";
        }

        @Override
        public int totalSampleCount() {
            return 10;
        }

        @Override
        public int performanceSampleCount() {
            return 10;
        }
    }

    private static TestSettings.Builder settings(Schedule schedule) {
        return TestSettings.builder(schedule.scenario());
    }

    private TestRun start(ScheduledLoad load, TestSystem system) {
        // this test uses Server, the scenario of all its schedules that are not a single burst
        return load.start(
                system,
                QuerySampleLibrary.ofSize("ten", 10),
                TestSettings.builder(Scenario.SERVER).build(),
                LogSettings.in(folder));
    }

    private TestResult run(Schedule schedule, TestSystem system) throws InterruptedException {
        return run(schedule, system, settings(schedule));
    }

    private TestResult run(Schedule schedule, TestSystem system, TestSettings.Builder settings)
            throws InterruptedException {
        try (ScheduledLoad load = new ScheduledLoad(schedule, clock)) {
            return load.start(system, QuerySampleLibrary.ofSize("ten", 10), settings.build(), LogSettings.in(folder))
                    .await();
        }
    }
}
