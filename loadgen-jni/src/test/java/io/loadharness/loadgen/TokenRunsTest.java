// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.TokenPerformance;
import io.loadharness.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests runs that time tokens. LoadGen requires that the first token is reported first and by the completing thread. */
class TokenRunsTest {

    @TempDir
    Path logs;

    private final ExecutorService first = Executors.newFixedThreadPool(3);
    private final ExecutorService second = Executors.newFixedThreadPool(3);

    @AfterEach
    void stop() {
        first.shutdownNow();
        second.shutdownNow();
    }

    static Stream<Arguments> runs() {
        return Stream.of(Scenario.values())
                .flatMap(scenario -> Stream.of(TestMode.ACCURACY_ONLY, TestMode.PERFORMANCE_ONLY)
                        .map(mode -> Arguments.of(scenario, mode)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void samplesWithoutAFirstTokenAreNotValid(Scenario scenario, TestMode mode) {
        TestResult result = run(scenario, mode, query -> query.forEach(sample -> sample.complete(new int[] {1, 2, 3})));

        boolean needed = scenario != Scenario.OFFLINE;
        assertThat(result.verdict()).isEqualTo(needed ? Verdict.INVALID : Verdict.VALID);
        assertThat(result.reasons().toString().contains("without a first token"))
                .isEqualTo(needed);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void failuresBeforeTheFirstTokenAreFailures(Scenario scenario, TestMode mode) {
        TestResult result = run(
                scenario,
                mode,
                query -> query.forEach(sample -> sample.fail(new Failure(Failure.Kind.TIMEOUT, "too late"))));

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.progress().failed()).isEqualTo(result.progress().issued());
        assertThat(result.reasons().get(0).text()).contains("TIMEOUT").contains("too late");
    }

    @ParameterizedTest
    @MethodSource("runs")
    void firstTokensMayBeReportedOnOtherThreads(Scenario scenario, TestMode mode) throws Exception {
        TestResult result = run(
                scenario,
                mode,
                query -> query.forEach(sample -> first.execute(() -> {
                    sample.firstTokenComplete(7);
                    second.execute(() -> sample.complete(new int[] {7, 8}));
                })));

        assertThat(result.reasons()).isEmpty();
        if (mode == TestMode.ACCURACY_ONLY && scenario != Scenario.OFFLINE) {
            assertThat(Files.readString(logs.resolve("mlperf_log_accuracy.json")))
                    .contains("\"token_data\" : \"07000000\"")
                    .contains("\"data\" : \"0700000008000000\"");
        }
    }

    /** A first token that is held back until the sample is complete must keep its own time. */
    @Test
    void aFirstTokenIsTimedWhenItIsReported() {
        TestResult result = run(Scenario.SINGLE_STREAM, TestMode.PERFORMANCE_ONLY, query -> {
            QuerySample sample = query.get(0);
            sample.firstTokenComplete(1);
            long until = System.nanoTime() + 200_000;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            sample.complete(new int[] {1, 2});
        });

        TokenPerformance tokens = result.performance().orElseThrow().tokens().orElseThrow();
        assertThat(tokens.timePerOutputToken().orElseThrow().min()).isGreaterThanOrEqualTo(Duration.ofNanos(200_000));
        assertThat(tokens.firstToken().orElseThrow().min()).isLessThan(Duration.ofNanos(200_000));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void anAbortHandlesSamplesInAllStates(Scenario scenario, TestMode mode) throws Exception {
        TestRun run = new MlperfLoadGen()
                .start(
                        QuickRuns.system(query -> {
                            for (QuerySample sample : query) {
                                if (sample.index() % 2 == 0) {
                                    sample.firstTokenComplete(1);
                                }
                                if (sample.index() % 3 == 0) {
                                    sample.complete(new int[] {1, 2});
                                }
                            }
                        }),
                        QuickRuns.LIBRARY,
                        settings(scenario, mode),
                        LogSettings.in(logs));
        while (run.progress().issued() == 0) {
            Thread.onSpinWait();
        }
        run.abort("seen enough");

        assertThat(run.await().verdict()).isEqualTo(Verdict.ABORTED);
    }

    private static TestSettings settings(Scenario scenario, TestMode mode) {
        return QuickRuns.settings(scenario)
                .mode(mode)
                .useTokenLatencies(true)
                .serverTtftLatency(Duration.ofSeconds(10))
                .serverTpotLatency(Duration.ofSeconds(10))
                .build();
    }

    private TestResult run(Scenario scenario, TestMode mode, Consumer<Query> answer) {
        SystemUnderTest sut = QuickRuns.system(answer);
        return new MlperfLoadGen().run(sut, QuickRuns.LIBRARY, settings(scenario, mode), LogSettings.in(logs));
    }
}
