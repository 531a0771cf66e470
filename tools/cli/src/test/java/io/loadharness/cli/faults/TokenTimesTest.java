// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.TokenPerformance;
import io.loadharness.http.Dialect;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Token times in LoadGen's log match the timestamps of the responses. */
@Tag("timing")
@Timeout(600)
class TokenTimesTest {

    private static final int QUERIES = 200;
    private static final Pace PACE = new Pace(Duration.ofMillis(6), Duration.ofMillis(3));
    /** The maximum median delay from the timestamp of LoadHarness to the timestamp of LoadGen. */
    private static final Duration ERROR_OF_MEDIAN = Duration.ofMillis(1);

    @TempDir
    Path logs;

    @ParameterizedTest
    @MethodSource("io.loadharness.cli.faults.FaultRuns#transports")
    void firstTokenAndPerTokenTimesMatch(String transport) throws InterruptedException {
        List<Response> answers = new CopyOnWriteArrayList<>();
        try (SimulatedServer server = SimulatedServer.start(
                        SimulatorConfig.builder().pace(PACE).build());
                BackendSystemUnderTest sut = FaultRuns.system(
                                FaultRuns.backend(
                                        server.uri(),
                                        Dialect.VLLM_COMPLETIONS,
                                        true,
                                        transport,
                                        FaultRuns.options(Duration.ofMinutes(5))),
                                1)
                        .observer((request, endpoint) -> new Collector(answers))
                        .build()) {
            TestResult result = FaultRuns.run(sut, Scenario.SINGLE_STREAM, QUERIES, logs);
            assertThat(sut.drain(Duration.ofSeconds(60))).isTrue(); // the observer is notified after LoadGen

            TokenPerformance logged =
                    result.performance().orElseThrow().tokens().orElseThrow();
            assertThat(answers).hasSize(QUERIES);
            assertThat(logged.firstToken().orElseThrow().percentile(50))
                    .isBetween(
                            median(answers, TokenTimesTest::firstToken),
                            median(answers, TokenTimesTest::firstToken).plus(ERROR_OF_MEDIAN));
            assertThat(logged.timePerOutputToken()
                            .orElseThrow()
                            .percentile(50)
                            .minus(median(answers, TokenTimesTest::perToken))
                            .abs())
                    .isLessThan(ERROR_OF_MEDIAN);
            assertThat(median(answers, TokenTimesTest::firstToken))
                    .isGreaterThanOrEqualTo(
                            server.stats().firstTokenP50().multipliedBy(9).dividedBy(10));
        }
    }

    private static Duration median(List<Response> answers, ToLongFunction<Response> figure) {
        long[] sorted = answers.stream().mapToLong(figure).sorted().toArray();
        return Duration.ofNanos(sorted[(sorted.length - 1) / 2]);
    }

    private static long firstToken(Response answer) {
        return answer.timeline().firstToken() - answer.timeline().issued();
    }

    private static long perToken(Response answer) {
        Timeline times = answer.timeline();
        return (times.done() - times.firstToken()) / (answer.tokenCount() - 1);
    }

    private record Collector(List<Response> answers) implements ResponseListener {

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            answers.add(response);
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {}
    }
}
