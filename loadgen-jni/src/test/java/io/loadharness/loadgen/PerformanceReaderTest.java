// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Performance;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TokenPerformance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerformanceReaderTest {

    @TempDir
    private Path directory;

    @Test
    void readsServer() throws Exception {
        Performance performance = read(Scenario.SERVER, logs(Scenario.SERVER));

        assertThat(performance.loadGenVerdict())
                .hasValue(new Performance.LoadGenVerdict(true, Optional.empty(), Optional.of(true), true, true, true));
        assertThat(performance.throughput().completedSamples()).isEqualTo(999.6);
        assertThat(performance.throughput().scheduledSamples()).hasValue(1000.5);
        assertThat(performance.throughput().qpsWithLoadGenOverhead()).isEmpty();
        assertThat(performance.queryCount()).isEqualTo(5000);
        assertThat(performance.overLatencyQueryCount()).hasValue(3);
        assertThat(performance.earlyStopping())
                .hasValueSatisfying(text -> assertThat(text.text()).contains("successful"));
        assertThat(performance.tokens()).isEmpty();
    }

    @Test
    void readsEveryLatency() throws Exception {
        Performance performance = read(Scenario.OFFLINE, logs(Scenario.OFFLINE));

        assertThat(performance.latency().min()).isEqualTo(Duration.ofMillis(1));
        assertThat(performance.latency().max()).isEqualTo(Duration.ofNanos(1_000_009));
        assertThat(performance.latency().mean()).isEqualTo(Duration.ofNanos(1_000_003));
        assertThat(performance.latency().percentiles().keySet()).containsExactly(50.0, 90.0, 95.0, 97.0, 99.0, 99.9);
        assertThat(performance.latency().percentile(99.9)).isEqualTo(Duration.ofNanos(1_000_005));
    }

    @Test
    void readsSingleStream() throws Exception {
        Performance performance = read(Scenario.SINGLE_STREAM, logs(Scenario.SINGLE_STREAM));

        assertThat(performance.throughput().completedSamples()).isEqualTo(475.2);
        assertThat(performance.throughput().qpsWithLoadGenOverhead()).hasValue(475.2);
        assertThat(performance.throughput().qpsWithoutLoadGenOverhead()).hasValue(476.1);
        assertThat(performance.loadGenVerdict().orElseThrow().perfConstraintsMet())
                .isEmpty();
        assertThat(performance.overLatencyQueryCount()).isEmpty();
    }

    @Test
    void derivesTheRateOfMultiStreamFromItsQueries() throws Exception {
        Performance performance = read(Scenario.MULTI_STREAM, logs(Scenario.MULTI_STREAM));

        assertThat(performance.queryLatency())
                .hasValueSatisfying(latency -> assertThat(latency.mean()).isEqualTo(Duration.ofNanos(4_000_003)));
        assertThat(performance.throughput().completedSamples()).isEqualTo(2000);
    }

    @Test
    void readsOfflineWithoutEarlyStopping() throws Exception {
        Performance performance = read(Scenario.OFFLINE, logs(Scenario.OFFLINE).text("early_stopping_result", ""));

        assertThat(performance.throughput().completedSamples()).isEqualTo(3688580);
        assertThat(performance.earlyStopping()).isEmpty();
    }

    @Test
    void readsTokensOfSingleStream() throws Exception {
        TokenPerformance tokens = read(
                        Scenario.SINGLE_STREAM, logs(Scenario.SINGLE_STREAM).withTokens())
                .tokens()
                .orElseThrow();

        assertThat(tokens.tokensPerSecond()).isEqualTo(1900.75);
        assertThat(tokens.tokensPerSecondWithLoadGenOverhead()).hasValue(1914.07);
        assertThat(tokens.tokensPerSecondWithoutLoadGenOverhead()).hasValue(1904.62);
        assertThat(tokens.firstToken().orElseThrow().min()).isEqualTo(Duration.ofMillis(3));
        assertThat(tokens.timePerOutputToken().orElseThrow().min()).isEqualTo(Duration.ofMillis(7));
        assertThat(tokens.firstTokenEarlyStopping().orElseThrow().estimates()).containsKey(90.0);
        assertThat(tokens.timePerOutputTokenEarlyStopping().orElseThrow().estimates())
                .containsEntry(90.0, Duration.ofNanos(705));
    }

    @Test
    void readsOnlyTheRateOfTokensInOffline() throws Exception {
        TokenPerformance tokens = read(Scenario.OFFLINE, logs(Scenario.OFFLINE).withTokens())
                .tokens()
                .orElseThrow();

        assertThat(tokens.tokensPerSecond()).isEqualTo(728522);
        assertThat(tokens.firstToken()).isEmpty();
        assertThat(tokens.timePerOutputToken()).isEmpty();
    }

    @Test
    void readsInferredTokens() throws Exception {
        WrittenLogs logs = logs(Scenario.OFFLINE).value("result_inferred_tokens_per_second", "65089.1");

        assertThat(read(Scenario.OFFLINE, logs).throughput().inferredTokens()).hasValue(65089.1);
    }

    @Test
    void readsThePeakOfASearch() throws Exception {
        WrittenLogs logs = logs(Scenario.SERVER)
                .line("generic_message", "\"Something else\"")
                .line("generic_message", "\"FindPeakPerformance: Found peak performance field: 3496.093750\"");

        assertThat(read(Scenario.SERVER, logs).throughput().peakQps()).hasValue(3496.09375);
    }

    @Test
    void keepsARateThatIsNotANumber() throws Exception {
        WrittenLogs logs = logs(Scenario.SERVER).value("result_completed_samples_per_sec", "-nan");

        assertThat(read(Scenario.SERVER, logs).throughput().completedSamples()).isNaN();
    }

    @Test
    void rejectsALogWithoutTheRateOfItsScenario() {
        WrittenLogs logs = logs(Scenario.SERVER).without("result_scheduled_samples_per_sec");

        assertThatThrownBy(() -> read(Scenario.SERVER, logs))
                .isInstanceOf(UnreadableLogException.class)
                .hasMessageEndingWith("is truncated: it has no result_scheduled_samples_per_sec");
    }

    private WrittenLogs logs(Scenario scenario) {
        return new WrittenLogs(directory, scenario, TestMode.PERFORMANCE_ONLY);
    }

    private static Performance read(Scenario scenario, WrittenLogs logs) throws UnreadableLogException {
        DetailLog log = DetailLog.read(logs.write().detail());
        return new PerformanceReader(log, scenario, log.has("requested_use_token_latencies")).read();
    }
}
