// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.TestRun.Progress;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.Delay;
import io.loadharness.metrics.LiveMetrics;
import io.loadharness.metrics.LiveView;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PanelTest {

    private static final long MILLI = 1_000_000;
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void at80Columns() {
        assertThat(text(state(LiveState.Phase.RUNNING), 80)).hasToString("""
                Server     [#########---------------------]  31 %   0:18 of about 1:00   running
                Samples    1,234 issued   1,201 done   3 failed   30 in flight
                Rate       20.5/s sent   19.8/s done   target 20/s   1,267 tokens/s
                Last 10 s  TTFT p50 27.60 ms, p99 43.10 ms   TPOT p50 10.20 ms, p99 12.00 ms
                           latency p50 310.00 ms, p99 420.00 ms
                Client     schedule delay p99 310.0 µs   CPU 34.0 %   GC 0.1 %
                Failures   HTTP_ERROR 1   TIMEOUT 2
                """.stripTrailing());
    }

    @Test
    void at200ColumnsTheTimesAreOnOneLine() {
        assertThat(text(state(LiveState.Phase.DRAINING), 200))
                .contains("   waiting for responses\n")
                .contains("Last 10 s  TTFT p50 27.60 ms, p99 43.10 ms   TPOT p50 10.20 ms, p99 12.00 ms   latency p50")
                .contains("[" + "#".repeat(18) + "-".repeat(42) + "]  31 %");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 12, 20, 40, 79, 80, 132, 200, 1000})
    void noLineIsLongerThanTheTerminal(int width) {
        assertThat(Panel.of(state(LiveState.Phase.STOPPING), width))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.text()).hasSizeLessThanOrEqualTo(width));
    }

    private static List<Panel.Line> withWorkers(int count) {
        Map<String, LiveView.EndpointCounts> endpoints = new HashMap<>();
        for (int i = 0; i < count; i++) {
            endpoints.put("http://a @worker-" + i, new LiveView.EndpointCounts(1, 1000 + i, i == 1 ? 2 : 0));
            endpoints.put("http://b @worker-" + i, new LiveView.EndpointCounts(2, 500, 0));
        }
        return Panel.of(
                new LiveState(
                        "Server",
                        LiveState.Phase.RUNNING,
                        progress(Optional.empty()),
                        view(Map.of(), endpoints),
                        OptionalDouble.empty(),
                        limits(HOUR)),
                80);
    }

    @Test
    void eachWorkerHasARowWithItsRequestsToAllServers() {
        assertThat(withWorkers(11))
                .extracting(Panel.Line::text)
                .contains(
                        "worker-0   1,500 done   0 failed   3 in flight",
                        "worker-1   1,501 done   2 failed   3 in flight")
                .last()
                .isEqualTo("worker-10  1,510 done   0 failed   3 in flight");
        assertThat(withWorkers(11))
                .filteredOn(Panel.Line::isWarning)
                .singleElement()
                .satisfies(line -> assertThat(line.text()).startsWith("worker-1 "));
    }

    @Test
    void manyWorkersShareARow() {
        assertThat(withWorkers(17))
                .extracting(Panel.Line::text)
                .contains("Workers    17 workers   1 with failed requests")
                .noneMatch(line -> line.startsWith("worker-"));
    }

    @Test
    void marksProblemsAsWarnings() {
        List<Panel.Line> calm = Panel.of(state(LiveState.Phase.RUNNING), 200);
        ClientLimits strict = limits(Duration.ofNanos(1000));
        LiveState late = new LiveState(
                "Server",
                LiveState.Phase.RUNNING,
                progress(Optional.empty()),
                view(Map.of()),
                OptionalDouble.empty(),
                strict);

        assertThat(calm).filteredOn(Panel.Line::isWarning).singleElement().satisfies(line -> assertThat(line.text())
                .startsWith("Failures"));
        assertThat(Panel.of(late, 200))
                .filteredOn(Panel.Line::isWarning)
                .singleElement()
                .satisfies(line ->
                        assertThat(line.text()).startsWith("Client     schedule delay p99 310.0 µs, limit 1.0 µs"));
    }

    @Test
    void runWithoutRequestsShowsGeneratorProgress() {
        LiveState state = new LiveState(
                "Offline",
                LiveState.Phase.RUNNING,
                progress(Optional.empty()),
                new LiveMetrics().view(),
                OptionalDouble.empty(),
                ClientLimits.NONE);

        assertThat(text(state, 80)).isEqualTo("""
                Offline    0:18   running
                Samples    1,234 issued   1,201 done   3 failed   30 in flight   65 samples/s""");
    }

    @ParameterizedTest
    @CsvSource({"0, 0, RUNNING", "20, 60, RUNNING", "60, 60, DRAINING", "61, 60, DRAINING"})
    void thePhaseFollowsFromTheTime(long elapsed, long expected, LiveState.Phase phase) {
        Progress progress =
                new Progress(1, 0, 0, Duration.ofSeconds(elapsed), Optional.of(Duration.ofSeconds(expected)));

        assertThat(LiveState.phase(progress, false)).isEqualTo(phase);
        assertThat(LiveState.phase(progress, true)).isEqualTo(LiveState.Phase.STOPPING);
    }

    @Test
    void runIsStartingBeforeTheFirstSample() {
        Progress progress = new Progress(0, 0, 0, Duration.ofSeconds(61), Optional.of(Duration.ofSeconds(60)));

        assertThat(LiveState.phase(progress, false)).isEqualTo(LiveState.Phase.STARTING);
    }

    @ParameterizedTest
    @CsvSource({"0, 0:00", "59, 0:59", "61, 1:01", "3599, 59:59", "3600, 1:00:00", "90061, 25:01:01"})
    void formatsTimesAsAClock(long seconds, String shown) {
        assertThat(Panel.clock(Duration.ofSeconds(seconds))).isEqualTo(shown);
    }

    private static String text(LiveState state, int width) {
        return String.join(
                "\n", Panel.of(state, width).stream().map(Panel.Line::text).toList());
    }

    static LiveState state(LiveState.Phase phase) {
        return new LiveState(
                "Server",
                phase,
                progress(Optional.of(Duration.ofSeconds(60))),
                view(Map.of(Failure.Kind.TIMEOUT, 2L, Failure.Kind.HTTP_ERROR, 1L)),
                OptionalDouble.of(20),
                limits(HOUR));
    }

    private static Progress progress(Optional<Duration> expected) {
        return new Progress(1234, 1201, 3, Duration.ofMillis(18_600), expected);
    }

    private static LiveView view(Map<Failure.Kind, Long> failures) {
        return view(failures, Map.of("http://one", new LiveView.EndpointCounts(30, 1201, 3)));
    }

    private static LiveView view(Map<Failure.Kind, Long> failures, Map<String, LiveView.EndpointCounts> endpoints) {
        return new LiveView(
                Duration.ofMillis(9_900),
                30,
                20.5,
                19.8,
                1267,
                delay(27_600_000, 43_100_000),
                delay(10_200_000, 12 * MILLI),
                delay(310 * MILLI, 420 * MILLI),
                delay(100_000, 310_000),
                failures,
                endpoints,
                0.34,
                0.001);
    }

    private static ClientLimits limits(Duration sendDelay) {
        return new ClientLimits(sendDelay, HOUR, 1, 1, 1);
    }

    private static Delay delay(long p50, long p99) {
        return new Delay(200, p50, p99, p99, p99);
    }
}
