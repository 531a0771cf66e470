// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.record.SampleRecord;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequirementTest {

    private static final long SECOND = 1_000_000_000L;

    private final RunMetrics metrics = oneRequestOfThreeSeconds();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ttft.p99<=1s",
                "ttft.p99 < 1001 ms",
                "latency.mean>2.5s",
                "latency.max>=3s",
                "latency.p99.9<=3000000us",
                "failure_rate<1%",
                "failure_rate<=0",
                "completed>=1",
                "samples<2",
                "contradictory_counts<=0",
                "output_tokens.p50>=7",
                "duration>=3s",
                "requests_per_second<0.34"
            })
    void requirementIsMet(String text) {
        assertThat(Requirement.parse(text).check(metrics).isMet()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ttft.p99<1s | required: ttft.p99<1s, but ttft.p99 is 1 s",
                "completed>=100 | required: completed>=100, but completed is 1",
                "duration>60s | required: duration>60s, but duration is 3 s",
                "tpot.p99<5s | required: tpot.p99<5s, but tpot.p99 is 333.3 ms",
                "ttft_content.p50<5s | required: ttft_content.p50<5s, but this run has no ttft_content.p50"
            })
    void sentenceHasTheMeasuredValue(String text, String sentence) {
        Requirement.Check check = Requirement.parse(text).check(metrics);

        assertThat(check.sentence()).isEqualTo(sentence);
        assertThat(check.isMet()).isEqualTo(text.startsWith("tpot"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ttft.p99 | 'ttft.p99' is not a requirement",
                "ttft.p99<two | 'ttft.p99<two' is not a requirement",
                "ttft<2s | 'ttft' is a metric with many values: add a statistic, as in ttft.p99",
                "tfft.p99<2s | unknown metric 'tfft.p99'; did you mean 'ttft.p99'?",
                "ttft.p100<2s | unknown statistic 'p100' in 'ttft.p100': use",
                "ttft.p99<2 | 'ttft.p99<2' needs a unit of time after its number",
                "ttft.p99<2% | needs a unit of time",
                "requests_per_second>2s | has the unit 's', but requests_per_second has no unit",
                "failure_rate<2s | has the unit 's', but failure_rate allows only %",
                "failure<1% | did you mean 'failure_rate'?"
            })
    void invalidTextIsRejected(String text, String part) {
        assertThatThrownBy(() -> Requirement.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(part);
    }

    @Test
    void contradictoryCountsOfCompletedRequestsAreCounted() {
        MetricsCollector collector = new MetricsCollector();
        collector.add(requestOfThreeSeconds(TokenSource.CONTRADICTORY_USAGE));
        collector.add(requestOfThreeSeconds(TokenSource.USAGE));
        collector.add(requestOfThreeSeconds(TokenSource.CONTRADICTORY_USAGE));

        assertThat(Requirement.parse("contradictory_counts<=0")
                        .check(collector.metrics())
                        .sentence())
                .isEqualTo("required: contradictory_counts<=0, but contradictory_counts is 2");
    }

    @Test
    void aRunWithoutSamplesMeetsNoRequirement() {
        RunMetrics none = new MetricsCollector().metrics();

        assertThat(Requirement.parse("ttft.p99<2s").check(none).isMet()).isFalse();
        assertThat(Requirement.parse("failure_rate<=1").check(none).isMet()).isFalse();
    }

    private static RunMetrics oneRequestOfThreeSeconds() {
        MetricsCollector collector = new MetricsCollector();
        collector.add(requestOfThreeSeconds(TokenSource.IDS));
        return collector.metrics();
    }

    private static SampleRecord requestOfThreeSeconds(TokenSource source) {
        return new SampleRecord(
                0,
                "a",
                Optional.empty(),
                new Timeline(0, 0, 0, 0, SECOND, SECOND, Timeline.UNKNOWN, 3 * SECOND, 3 * SECOND, SECOND, 3 * SECOND),
                Usage.NONE,
                7,
                source,
                "",
                new long[] {2 * SECOND});
    }
}
