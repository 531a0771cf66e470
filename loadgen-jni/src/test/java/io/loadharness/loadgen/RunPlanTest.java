// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static io.loadharness.Scenario.MULTI_STREAM;
import static io.loadharness.Scenario.OFFLINE;
import static io.loadharness.Scenario.SERVER;
import static io.loadharness.Scenario.SINGLE_STREAM;
import static io.loadharness.TestMode.ACCURACY_ONLY;
import static io.loadharness.TestMode.PERFORMANCE_ONLY;
import static io.loadharness.TestMode.SUBMISSION_RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunPlanTest {

    private final Map<String, Number> fields = new HashMap<>(PlainSettings.FIELDS);

    @ParameterizedTest
    @CsvSource({"13368, 22, 13368, 607", "13368, 2200, 1323432, 601", "6396, 39, 25584, 656", "8313, 0.5, 8313, 16626"})
    void serverFillsItsTimeWithWholePermutations(int samples, double rate, long queries, long seconds) {
        fields.put("sample_concatenate_permutation", 1L);
        fields.put("min_duration_ms", 600_000L);
        fields.put("server_target_qps", rate);
        RunPlan plan = plan(SERVER, PERFORMANCE_ONLY, samples, samples);
        assertThat(plan.queries()).isEqualTo(queries);
        assertThat(plan.expectedDuration().orElseThrow().toSeconds()).isEqualTo(seconds);
    }

    @Test
    void offlineRoundsUpToWholePermutations() {
        fields.put("sample_concatenate_permutation", 1L);
        fields.put("min_duration_ms", 600_000L);
        fields.put("min_query_count", 13_368L);
        fields.put("offline_expected_qps", 30.0);
        assertThat(plan(OFFLINE, PERFORMANCE_ONLY, 13_368, 13_368))
                .isEqualTo(plan(1, 26_736, Duration.ofMillis(891_200)));
    }

    @Test
    void streamsGenerateTwiceWhatTheirTimeNeeds() {
        fields.put("min_duration_ms", 50L);
        fields.put("min_query_count", 1L);
        fields.put("single_stream_expected_latency_ns", 1e5);
        assertThat(plan(SINGLE_STREAM, PERFORMANCE_ONLY, 100, 50)).isEqualTo(plan(1001, 1001, Duration.ofMillis(50)));
    }

    @Test
    void maximumsShortenARun() {
        fields.put("max_query_count", 3L);
        assertThat(plan(SINGLE_STREAM, PERFORMANCE_ONLY, 100, 50).expectedDuration())
                .contains(Duration.ofMillis(3));
        fields.put("max_duration_ms", 2L);
        assertThat(plan(SINGLE_STREAM, PERFORMANCE_ONLY, 100, 50).expectedDuration())
                .contains(Duration.ofMillis(2));
    }

    @Test
    void accuracyIssuesOneSetAfterTheOther() {
        assertThat(plan(SERVER, ACCURACY_ONLY, 100, 30)).isEqualTo(plan(100, 100, Duration.ofSeconds(100)));
        assertThat(plan(OFFLINE, ACCURACY_ONLY, 100, 30)).isEqualTo(plan(4, 100, Duration.ofSeconds(100)));
        assertThat(plan(MULTI_STREAM, ACCURACY_ONLY, 100, 30)).isEqualTo(plan(14, 112, Duration.ofMillis(112)));
    }

    @Test
    void aSubmissionRunIsBoth() {
        RunPlan plan = plan(SERVER, SUBMISSION_RUN, 100, 100);
        assertThat(plan).isEqualTo(plan(200, 200, Duration.ofSeconds(200)));
    }

    private RunPlan plan(Scenario scenario, TestMode mode, int total, int performance) {
        return SettingsCheck.check(fields, scenario, mode, total, performance, 4L << 30);
    }

    private static RunPlan plan(long queries, long samples, Duration duration) {
        return new RunPlan(queries, samples, Optional.of(duration));
    }
}
