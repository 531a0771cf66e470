// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestFailedException;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Checks that many runs leave no resources behind. {@code -Dloadharness.soak=10} makes more than a thousand runs. */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class SoakTest {

    private static final List<Scenario> SCENARIOS = List.of(Scenario.values());
    private static final int SOAK = Integer.getInteger("loadharness.soak", 1);
    private static final long ALLOWED_KILOBYTES = 64 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path logs;

    private final MlperfLoadGen loadGen = new MlperfLoadGen();
    private final SplittableRandom random = new SplittableRandom(17);
    private final ExecutorService completing = Executors.newFixedThreadPool(2);

    @AfterEach
    void stop() {
        completing.shutdown();
    }

    @Test
    void abortsAtRandomTimesLeaveNothingBehind() throws Exception {
        for (int i = 0; i < 40 * SOAK; i++) {
            startAndAbort(i);
        }
        HeldResources before = HeldResources.now();
        for (int i = 0; i < 100 * SOAK; i++) {
            startAndAbort(i);
        }
        before.assertNoMore(HeldResources.now());
    }

    private void startAndAbort(int i) throws InterruptedException {
        Scenario scenario = SCENARIOS.get(i % 4);
        SystemUnderTest sut =
                switch (i % 3) {
                    case 0 -> QuickRuns.silent();
                    case 1 -> QuickRuns.prompt();
                    default -> QuickRuns.system(query -> completing.execute(() -> completeIfInTime(query)));
                };
        TestSettings settings = QuickRuns.endless(scenario)
                .minDuration(Duration.ofSeconds(10))
                .serverNumIssueQueryThreads(scenario == Scenario.SERVER ? i % 5 : 0)
                .build();
        TestRun run = loadGen.start(sut, QuickRuns.LIBRARY, settings, LogSettings.in(logs));
        for (long wait = random.nextLong(2_000_000), begin = System.nanoTime(); System.nanoTime() - begin < wait; ) {
            Thread.onSpinWait();
        }
        run.abort("at random");
        assertThat(run.await().verdict()).isIn(Verdict.ABORTED, Verdict.VALID, Verdict.INVALID);
    }

    private static void completeIfInTime(Query query) {
        try {
            query.forEach(sample -> sample.complete(new byte[1]));
        } catch (IllegalStateException e) {
            assertThat(e).hasMessage("the run is over");
        }
    }

    @Test
    void runsAtTheSameTimeDoNotInfluenceEachOther() throws Exception {
        mixed(100 * SOAK);
        HeldResources before = HeldResources.now();
        mixed(40 * SOAK);
        before.assertNoMore(HeldResources.now());
    }

    private void mixed(int count) throws Exception {
        ExecutorService starters = Executors.newFixedThreadPool(8);
        List<Future<?>> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            runs.add(starters.submit(() -> {
                oneOfMany(number);
                return null;
            }));
        }
        for (Future<?> run : runs) {
            run.get();
        }
        starters.shutdown();
        assertThat(starters.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                .isTrue();
    }

    private void oneOfMany(int number) throws InterruptedException {
        Scenario scenario = SCENARIOS.get(number % 4);
        LogSettings own = LogSettings.in(logs.resolve("run" + number % 8 + "-" + number));
        switch (number % 5) {
            case 0 -> {
                TestRun run = loadGen.start(
                        QuickRuns.silent(),
                        QuickRuns.LIBRARY,
                        QuickRuns.endless(scenario).build(),
                        own);
                run.abort("not wanted");
                assertThat(run.await().verdict()).isEqualTo(Verdict.ABORTED);
            }
            case 1 -> {
                try {
                    loadGen.run(
                            QuickRuns.system(query -> {
                                throw new IllegalStateException("broken " + number);
                            }),
                            QuickRuns.LIBRARY,
                            QuickRuns.settings(scenario).build(),
                            own);
                } catch (TestFailedException e) {
                    assertThat(e).hasMessageContaining("broken " + number);
                    return;
                }
                throw new AssertionError("did not fail");
            }
            default -> {
                int queries = 700 + number;
                TestResult result = loadGen.run(
                        QuickRuns.prompt(),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(scenario).minQueryCount(queries).build(),
                        own);
                assertThat(result.reasons()).isEmpty();
                assertThat(result.progress().completed()).isGreaterThanOrEqualTo(queries);
                assertThat(result.log().requestedSettings()).containsEntry("min_query_count", "" + queries);
            }
        }
    }

    /** The resources that a process holds. */
    private record HeldResources(long kilobytes, long descriptors, long threads, long mappings) {

        static HeldResources now() throws IOException, InterruptedException {
            awaitThreadsOfRuns();
            System.gc();
            return new HeldResources(
                    status("VmRSS:"), count(Path.of("/proc/self/fd")), status("Threads:"), engineMappings());
        }

        /** Waits for the threads of runs, which end a little after the run. */
        private static void awaitThreadsOfRuns() throws InterruptedException {
            for (Thread each : Thread.getAllStackTraces().keySet()) {
                if (each.getName().startsWith("loadgen-")) {
                    each.join(PATIENCE.toMillis());
                }
            }
        }

        private static long status(String key) throws IOException {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith(key))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        }

        private static long count(Path folder) throws IOException {
            try (var entries = Files.list(folder)) {
                return entries.count();
            }
        }

        private static long engineMappings() throws IOException {
            return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                    .filter(line -> line.contains("loadgen-engine"))
                    .count();
        }

        void assertNoMore(HeldResources after) {
            assertThat(after.mappings).isZero();
            assertThat(after.descriptors).isLessThanOrEqualTo(descriptors + 5);
            assertThat(after.threads).isLessThanOrEqualTo(threads + 10);
            assertThat(after.kilobytes).isLessThan(kilobytes + ALLOWED_KILOBYTES);
        }
    }
}
