// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Failure;
import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.RunMonitor;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestFailedException;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MlperfLoadGenTest {

    @TempDir
    Path logs;

    private final LoadGenerator loadGen = new MlperfLoadGen();

    @ParameterizedTest
    @EnumSource
    void performanceRunsAreValidInEveryScenario(Scenario scenario) {
        TestResult result = loadGen.run(
                QuickRuns.prompt(),
                QuickRuns.LIBRARY,
                QuickRuns.settings(scenario).build(),
                LogSettings.in(logs));

        assertThat(result.reasons()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(result.scenario()).isEqualTo(scenario);
        assertThat(result.completedSamplesPerSecond()).isPositive();
        assertThat(result.progress().completed()).isEqualTo(result.progress().issued());
        assertThat(result.logs().detail()).isNotEmptyFile();
    }

    @ParameterizedTest
    @EnumSource
    void accuracyRunsSeeEverySampleOnce(Scenario scenario) {
        AtomicLong sum = new AtomicLong();
        TestResult result = loadGen.run(
                QuickRuns.system(query -> query.forEach(sample -> {
                    sum.addAndGet(sample.index());
                    sample.complete(new byte[] {(byte) sample.index()});
                })),
                QuerySampleLibrary.ofSize("numbers", 1000),
                QuickRuns.settings(scenario).mode(TestMode.ACCURACY_ONLY).build(),
                LogSettings.in(logs));

        assertThat(result.reasons()).isEmpty();
        assertThat(sum).hasValueGreaterThanOrEqualTo(999 * 500);
        assertThat(result.performance()).isEmpty();
        assertThatThrownBy(result::completedSamplesPerSecond).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource
    void submissionRunsMeasureAfterTheAccuracyPart(Scenario scenario) {
        TestResult result = loadGen.run(
                QuickRuns.system(query -> query.forEach(sample -> sample.complete(new byte[1]))),
                QuickRuns.LIBRARY,
                QuickRuns.settings(scenario).mode(TestMode.SUBMISSION_RUN).build(),
                LogSettings.in(logs));

        assertThat(result.reasons()).isEmpty();
        assertThat(result.performance()).isPresent();
    }

    /** LoadGen logs to the console if a run ends before its logs are open. */
    @Test
    void threadsThatIssueQueriesAreNotReportedOnTheConsole() throws Exception {
        assertThat(ChildJvm.outputOf(
                        List.of("--enable-native-access=ALL-UNNAMED"), IssueThreads.class, logs.toString()))
                .endsWith("ended\n")
                .doesNotContain("IssueQueryThread");
    }

    /** The main class of a child: runs with threads that issue queries, and whose logs cannot be opened. */
    static final class IssueThreads {

        private IssueThreads() {}

        public static void main(String[] arguments) throws IOException {
            Path link = Path.of(arguments[0], "mlperf_log_summary.txt");
            SystemUnderTest thief = new SystemUnderTest("thief") {
                @Override
                public RunMonitor monitorRun(Scenario scenario) {
                    try {
                        Files.createSymbolicLink(link, Path.of(arguments[0], "missing", "summary.txt"));
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
            for (int run = 0; run < 5; run++) {
                try {
                    new MlperfLoadGen()
                            .run(
                                    thief,
                                    QuickRuns.LIBRARY,
                                    QuickRuns.settings(Scenario.SERVER)
                                            .serverNumIssueQueryThreads(8)
                                            .build(),
                                    LogSettings.in(Path.of(arguments[0])));
                } catch (TestFailedException e) {
                    Files.delete(link);
                }
            }
            System.out.println("ended");
        }
    }

    @Test
    void aSearchForThePeakFindsOne() {
        AtomicLong open = new AtomicLong();
        TestResult result = loadGen.run(
                QuickRuns.system(query -> {
                    open.incrementAndGet();
                    query.completeAll();
                }),
                QuickRuns.LIBRARY,
                QuickRuns.settings(Scenario.SERVER)
                        .mode(TestMode.FIND_PEAK_PERFORMANCE)
                        .serverTargetQps(1000)
                        .serverTargetLatency(Duration.ofNanos(300_000))
                        .serverFindPeakQpsBoundaryStepSize(1000)
                        .serverFindPeakQpsDecimalsOfPrecision(0)
                        .build(),
                LogSettings.in(logs));

        assertThat(open).hasPositiveValue();
        assertThat(result.mode()).isEqualTo(TestMode.FIND_PEAK_PERFORMANCE);
    }

    @ParameterizedTest
    @EnumSource
    void aRunWithOneFailedSampleIsNotValid(Scenario scenario) {
        AtomicLong count = new AtomicLong();
        TestResult result = loadGen.run(
                QuickRuns.system(query -> {
                    for (QuerySample sample : query) {
                        if (count.incrementAndGet() == 100) {
                            sample.fail(new Failure(Failure.Kind.TIMEOUT, "too late"));
                        } else {
                            sample.complete();
                        }
                    }
                }),
                QuickRuns.LIBRARY,
                QuickRuns.settings(scenario).build(),
                LogSettings.in(logs));

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons()).first().asString().contains("samples failed: TIMEOUT 1 (first: too late)");
        assertThat(result.progress().failed()).isEqualTo(1);
    }

    @Test
    void anAccuracyRunWithEmptyResponsesIsNotValid() {
        TestResult result = loadGen.run(
                QuickRuns.prompt(),
                QuickRuns.LIBRARY,
                QuickRuns.settings(Scenario.OFFLINE)
                        .mode(TestMode.ACCURACY_ONLY)
                        .build(),
                LogSettings.in(logs));

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons()).first().asString().startsWith("64 of 64 samples had an empty response");
    }

    @Test
    void anAccuracyRunOfASystemThatAllowsEmptyResponsesIsValid() {
        SystemUnderTest detector = new SystemUnderTest("detector") {
            @Override
            public void issueQuery(Query query) {
                query.forEach(each -> each.complete(each.index() == 0 ? new byte[0] : new byte[] {1}));
            }

            @Override
            public boolean allowsEmptyResponses() {
                return true;
            }
        };
        TestResult result = loadGen.run(
                detector,
                QuickRuns.LIBRARY,
                QuickRuns.settings(Scenario.OFFLINE)
                        .mode(TestMode.ACCURACY_ONLY)
                        .build(),
                LogSettings.in(logs));

        assertThat(result.reasons()).isEmpty();
    }

    /** LoadGen loads more samples than it issues in MultiStream, and fewer than the library has if the settings limit them. */
    @ParameterizedTest
    @EnumSource
    void onlyEmptyResponsesOfTheAccuracyPartCount(Scenario scenario) {
        for (int overridden : new int[] {0, 16}) {
            for (int emptySet = 1; emptySet <= 4; emptySet++) {
                int sets = overridden == 0 ? 3 : 2;
                TestResult result = runWithEmptySet(scenario, overridden, emptySet);
                assertThat(result.reasons().stream()
                                .anyMatch(reason -> reason.text().contains("had an empty response")))
                        .as("set %d of %d", emptySet, sets)
                        .isEqualTo(emptySet <= sets);
            }
        }
    }

    private TestResult runWithEmptySet(Scenario scenario, int overridden, int emptySet) {
        AtomicInteger loaded = new AtomicInteger();
        QuerySampleLibrary library = new QuerySampleLibrary() {
            @Override
            public String name() {
                return "sets";
            }

            @Override
            public int totalSampleCount() {
                return 24;
            }

            @Override
            public int performanceSampleCount() {
                return 8;
            }

            @Override
            public void loadSamplesToRam(int[] indices) {
                loaded.incrementAndGet();
            }
        };
        return loadGen.run(
                QuickRuns.system(
                        query -> query.forEach(sample -> sample.complete(new byte[loaded.get() == emptySet ? 0 : 1]))),
                library,
                QuickRuns.settings(scenario)
                        .mode(TestMode.SUBMISSION_RUN)
                        .accuracySampleCountOverride(overridden)
                        .build(),
                LogSettings.in(logs));
    }

    @Test
    void aTokenRunWithoutTokensIsNotValid() {
        TestResult result = loadGen.run(
                QuickRuns.prompt(),
                QuickRuns.LIBRARY,
                QuickRuns.settings(Scenario.SERVER).useTokenLatencies(true).build(),
                LogSettings.in(logs));

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons()).anyMatch(reason -> reason.text().contains("without a first token"));
        assertThat(result.reasons()).anyMatch(reason -> reason.text().contains("fewer than 2 tokens"));
    }

    @Test
    void aTokenRunTimesFirstTokensAndCountsTokens() {
        TestResult result = loadGen.run(
                QuickRuns.system(query -> {
                    for (QuerySample sample : query) {
                        sample.firstTokenComplete(7);
                        sample.complete(new int[] {7, 8, 9});
                    }
                }),
                QuickRuns.LIBRARY,
                QuickRuns.settings(Scenario.SERVER)
                        .useTokenLatencies(true)
                        .serverTtftLatency(Duration.ofSeconds(10))
                        .serverTpotLatency(Duration.ofSeconds(10))
                        .build(),
                LogSettings.in(logs));

        assertThat(result.reasons()).isEmpty();
        assertThat(result.performance().orElseThrow().tokens()).isPresent();
    }

    @Test
    void librariesLoadTheIssuedSamples() {
        List<Integer> loaded = new ArrayList<>();
        List<Integer> unloaded = new ArrayList<>();
        QuerySampleLibrary library = new QuerySampleLibrary() {
            @Override
            public String name() {
                return "loading";
            }

            @Override
            public int totalSampleCount() {
                return 100;
            }

            @Override
            public int performanceSampleCount() {
                return 10;
            }

            @Override
            public void loadSamplesToRam(int[] indices) {
                for (int index : indices) {
                    loaded.add(index);
                }
            }

            @Override
            public void unloadSamplesFromRam(int[] indices) {
                for (int index : indices) {
                    unloaded.add(index);
                }
            }
        };
        TestResult result = loadGen.run(
                QuickRuns.system(query -> query.forEach(sample -> {
                    assertThat(loaded).contains(sample.index());
                    sample.complete();
                })),
                library,
                QuickRuns.settings(Scenario.SINGLE_STREAM).build(),
                LogSettings.in(logs));

        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(loaded).hasSize(10).isEqualTo(unloaded);
    }

    @ParameterizedTest
    @EnumSource
    void issueThreadsIssueAllQueries(Scenario scenario) {
        int threads = scenario == Scenario.SERVER ? 3 : 0;
        TestResult result = loadGen.run(
                QuickRuns.prompt(),
                QuickRuns.LIBRARY,
                QuickRuns.settings(scenario).serverNumIssueQueryThreads(threads).build(),
                LogSettings.in(logs));

        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(result.progress().issued()).isGreaterThanOrEqualTo(700);
    }

    @Test
    void progressIsAvailableDuringTheRun() throws Exception {
        TestRun run;
        try (MlperfLoadGen closing = new MlperfLoadGen()) {
            run = closing.start(
                    QuickRuns.prompt(),
                    QuickRuns.LIBRARY,
                    QuickRuns.endless(Scenario.SERVER).build(),
                    LogSettings.in(logs));
            while (run.progress().completed() < 10) {
                Thread.onSpinWait();
            }
            assertThat(run.progress().expected())
                    .hasValueSatisfying(expected -> assertThat(expected).isGreaterThan(Duration.ofSeconds(50)));
            assertThat(run.isDone()).isFalse();
        }
        assertThat(run.await().verdict()).isEqualTo(Verdict.ABORTED);
        assertThat(run.isDone()).isTrue();
    }

    @Test
    void aClosedGeneratorStartsNothing() {
        loadGen.close();
        assertThatThrownBy(() -> loadGen.run(
                        QuickRuns.prompt(),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(Scenario.SERVER).build(),
                        LogSettings.in(logs)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aGeneratorThatIsClosedDuringAStartStartsNothing() {
        QuerySampleLibrary closing = new QuerySampleLibrary() {
            @Override
            public String name() {
                loadGen.close();
                return "closing";
            }

            @Override
            public int totalSampleCount() {
                return 64;
            }

            @Override
            public int performanceSampleCount() {
                return 64;
            }
        };
        assertThatThrownBy(() -> loadGen.start(
                        QuickRuns.prompt(),
                        closing,
                        QuickRuns.endless(Scenario.SERVER).build(),
                        LogSettings.in(logs)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this load generator is closed");
        new RunLogs(LogSettings.in(logs)).release(); // the logs are free
    }

    @Test
    void twoRunsNeverWriteTheSameLogs() throws Exception {
        TestRun first = loadGen.start(
                QuickRuns.prompt(),
                QuickRuns.LIBRARY,
                QuickRuns.endless(Scenario.SERVER).build(),
                LogSettings.in(logs));
        assertThatThrownBy(() -> loadGen.run(
                        QuickRuns.prompt(),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(Scenario.SERVER).build(),
                        LogSettings.in(logs)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another run is writing");
        first.abort("enough");
        first.await();
    }

    @Test
    void aTraceThatIsLostIsAFailure() {
        Path trace = logs.resolve("mlperf_log_trace.json");
        SystemUnderTest sut = new SystemUnderTest("thief") {
            @Override
            public void issueQuery(Query query) throws Exception {
                Files.deleteIfExists(trace);
                query.completeAll();
            }
        };
        TestSettings offline = QuickRuns.settings(Scenario.OFFLINE).build();

        assertThatThrownBy(() -> loadGen.run(
                        sut, QuickRuns.LIBRARY, offline, LogSettings.in(logs).withTrace()))
                .isInstanceOf(TestFailedException.class)
                .hasMessageContaining(trace + " is missing");
    }

    @Test
    void everyLogSettingIsApplied() throws IOException {
        LogSettings all = new LogSettings(logs.resolve("made/for it"), "p_", "_s", true, false, false, true);
        TestResult result = loadGen.run(
                QuickRuns.prompt(),
                QuickRuns.LIBRARY,
                QuickRuns.settings(Scenario.OFFLINE).build(),
                all);

        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(result.logs().trace()).isNotEmptyFile();
        try (var files = Files.list(logs.resolve("made/for it"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .hasSize(4)
                    .allMatch(name -> name.matches("p_\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ_\\w+_s\\.(txt|json)"));
        }
    }
}
