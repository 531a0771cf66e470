// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static io.loadharness.Scenario.MULTI_STREAM;
import static io.loadharness.Scenario.OFFLINE;
import static io.loadharness.Scenario.SERVER;
import static io.loadharness.Scenario.SINGLE_STREAM;
import static io.loadharness.TestMode.ACCURACY_ONLY;
import static io.loadharness.TestMode.FIND_PEAK_PERFORMANCE;
import static io.loadharness.TestMode.PERFORMANCE_ONLY;
import static io.loadharness.TestMode.SUBMISSION_RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SettingsCheckTest {

    private static final long MEMORY = 1L << 30;

    private final Map<String, Number> fields = new HashMap<>(PlainSettings.FIELDS);

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void acceptsPlainSettings(Scenario scenario) {
        assertThatCode(() -> check(scenario, SUBMISSION_RUN)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "SINGLE_STREAM, single_stream_expected_latency_ns, 0.0",
        "SINGLE_STREAM, single_stream_expected_latency_ns, NaN",
        "MULTI_STREAM, multi_stream_expected_latency_ns, 0.5",
        "MULTI_STREAM, multi_stream_expected_latency_ns, 1e300",
        "SERVER, server_target_qps, 0.0",
        "SERVER, server_target_qps, Infinity",
        "OFFLINE, offline_expected_qps, -1.0",
        "SINGLE_STREAM, single_stream_target_latency_percentile, 1.0",
        "MULTI_STREAM, multi_stream_target_latency_percentile, 0.0",
        "SERVER, server_target_latency_percentile, 99.0",
    })
    void rejectsNumbersThatLoadGenCannotDivideBy(Scenario scenario, String field, double value) {
        fields.put(field, value);
        assertRefused(scenario, PERFORMANCE_ONLY, field + " must be ");
    }

    @ParameterizedTest
    @CsvSource({
        "MULTI_STREAM, multi_stream_samples_per_query, 0, must be at least 1",
        "SINGLE_STREAM, min_duration_ms, -1, must be at most",
        "SERVER, server_target_latency_ns, -1, must be at most",
        "OFFLINE, performance_sample_count_override, 65, must be at most the 64 samples of the library",
        "SERVER, server_num_issue_query_threads, 257, must be at most 256",
        "OFFLINE, server_num_issue_query_threads, 1, must be 0",
        "SERVER, min_query_count, -1, change one of server_target_qps",
        "OFFLINE, min_query_count, 1000000000, change one of offline_expected_qps",
    })
    void rejectsCountsOutOfRange(Scenario scenario, String field, long value, String problem) {
        fields.put(field, value);
        assertRefused(scenario, PERFORMANCE_ONLY, problem);
    }

    @Test
    void overridesAreCheckedOnlyInModesThatUseThem() {
        fields.put("performance_sample_count_override", 65L);
        assertThatCode(() -> check(SERVER, ACCURACY_ONLY)).doesNotThrowAnyException();
        assertRefused(
                SERVER,
                SUBMISSION_RUN,
                "performance_sample_count_override must be at most the 64 samples of the library,"
                        + " or 0 for the library's own count: got 65");
        fields.put("performance_sample_count_override", 0L);
        fields.put("accuracy_sample_count_override", 65L);
        assertThatCode(() -> check(SERVER, PERFORMANCE_ONLY)).doesNotThrowAnyException();
        assertRefused(
                SERVER,
                SUBMISSION_RUN,
                "accuracy_sample_count_override must be at most the 64 samples of the library,"
                        + " or 0 for the library's own count: got 65");
    }

    @Test
    void aRepeatedSampleMustBeInEverySet() {
        fields.put("performance_issue_same", 1L);
        fields.put("performance_issue_same_index", 31L);
        assertThatCode(() -> check(OFFLINE, SUBMISSION_RUN)).doesNotThrowAnyException();
        fields.put("accuracy_sample_count_override", 50L);
        assertThatCode(() -> check(OFFLINE, PERFORMANCE_ONLY)).doesNotThrowAnyException();
        assertRefused(
                OFFLINE,
                SUBMISSION_RUN,
                "performance_issue_same_index must be less than 18, the number of samples in a loaded set: got 31");
        fields.put("performance_issue_unique", 1L);
        assertRefused(OFFLINE, PERFORMANCE_ONLY, "performance_issue_unique and performance_issue_same");
    }

    @Test
    void uniqueSamplesRunOutWherePermutationsArePadded() {
        fields.put("performance_issue_unique", 1L);
        fields.put("sample_concatenate_permutation", 1L);
        assertRefused(MULTI_STREAM, PERFORMANCE_ONLY, "in MultiStream set one of them to 0");
        fields.put("multi_stream_samples_per_query", 1L);
        assertThatCode(() -> check(MULTI_STREAM, PERFORMANCE_ONLY)).doesNotThrowAnyException();
        assertThatCode(() -> check(SINGLE_STREAM, PERFORMANCE_ONLY)).doesNotThrowAnyException();
    }

    @Test
    void permutationsInServerNeedAQuery() {
        fields.put("sample_concatenate_permutation", 1L);
        fields.put("min_query_count", 0L);
        assertRefused(
                SERVER,
                PERFORMANCE_ONLY,
                "min_query_count must be at least 1 if sample_concatenate_permutation is 1: got 0");
        assertThatCode(() -> check(SINGLE_STREAM, PERFORMANCE_ONLY)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void aRunNeedsAQuery(Scenario scenario) {
        fields.put("min_duration_ms", 0L);
        fields.put("min_query_count", 0L);
        assertRefused(scenario, PERFORMANCE_ONLY, "LoadGen would generate no query");
        assertThatCode(() -> check(scenario, ACCURACY_ONLY)).doesNotThrowAnyException();
    }

    @Test
    void rejectsASearchForThePeakThatCannotEnd() {
        assertThat(check(SERVER, FIND_PEAK_PERFORMANCE).expectedDuration()).isEmpty();
        assertRefused(OFFLINE, FIND_PEAK_PERFORMANCE, "FindPeakPerformance requires scenario Server, not Offline");
        fields.put("server_find_peak_qps_boundary_step_size", 0.0);
        assertRefused(
                SERVER,
                FIND_PEAK_PERFORMANCE,
                "server_find_peak_qps_boundary_step_size must be at least 0.00100 and at most 1000: got 0");
        fields.put("server_find_peak_qps_boundary_step_size", 1.0);
        fields.put("server_find_peak_qps_decimals_of_precision", -1L);
        assertRefused(SERVER, FIND_PEAK_PERFORMANCE, "server_find_peak_qps_decimals_of_precision");
        fields.put("server_find_peak_qps_decimals_of_precision", 1L);
        fields.put("max_query_count", 9L);
        assertRefused(SERVER, FIND_PEAK_PERFORMANCE, "max_query_count must be 0: got 9");
    }

    @Test
    void test05RunsPerformanceInEveryMode() {
        fields.put("test05", 1L);
        fields.put("accuracy_sample_count_override", 65L);
        assertThatCode(() -> check(SERVER, ACCURACY_ONLY)).doesNotThrowAnyException();
    }

    @Test
    void namesTheQueriesAndMemoryOfARun() {
        fields.put("server_target_qps", 1e9);
        fields.put("min_duration_ms", 600_000L);
        assertRefused(
                SERVER,
                PERFORMANCE_ONLY,
                "would generate 6.00e11 queries and need 290572.6 GiB of memory, but at most 1.0 GiB are allowed; "
                        + "change one of server_target_qps (1.0E9), min_duration_ms (600000), min_query_count (100)");
    }

    @Test
    void countsTheResponsesOfAQueryThatIsCompletedAtOnce() {
        fields.put("min_query_count", 5_000_000L);
        fields.put("min_duration_ms", 0L);
        assertRefused(OFFLINE, PERFORMANCE_ONLY, "one query of 5000000 samples and need 1.1 GiB of memory");
    }

    @Test
    void countsTheSampleNumbersOfAllSetsOfAnAccuracyRun() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> SettingsCheck.check(fields, OFFLINE, ACCURACY_ONLY, Integer.MAX_VALUE, 1024, 12 * MEMORY))
                .withMessage("the sample numbers of 2147483647 samples in 2097152 sets need 32.1 GiB of memory, but at"
                        + " most 12.0 GiB are allowed; change one of performance_sample_count_override (0),"
                        + " accuracy_sample_count_override (0)");
        assertThatCode(() ->
                        SettingsCheck.check(fields, OFFLINE, PERFORMANCE_ONLY, Integer.MAX_VALUE, 1024, 12 * MEMORY))
                .doesNotThrowAnyException();
    }

    @Test
    void countsTheSamplesThatMultiStreamAddsToEachSet() {
        fields.put("multi_stream_samples_per_query", 10_000L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SettingsCheck.check(fields, MULTI_STREAM, ACCURACY_ONLY, 1_000_000, 10, MEMORY))
                .withMessageContaining(
                        "1000000 samples in 100000 sets, each with 9999 more samples, need 7.5 GiB of memory,")
                .withMessageContaining("multi_stream_samples_per_query (10000)");
    }

    @Test
    void valuesThatAreComparedWithALimitAreShownInFull() {
        fields.put("multi_stream_samples_per_query", 1L << 31);
        assertRefused(
                MULTI_STREAM,
                PERFORMANCE_ONLY,
                "multi_stream_samples_per_query must be at least 1 and at most 2147483647: got 2147483648");
    }

    @Test
    void rejectsAScheduleThatIsTooLong() {
        fields.put("server_target_qps", 1e-9);
        assertRefused(SERVER, PERFORMANCE_ONLY, "over more than 2^63 ns");
    }

    @Test
    void rejectsALibraryWithInvalidCounts() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SettingsCheck.check(fields, SERVER, PERFORMANCE_ONLY, 0, 0, MEMORY))
                .withMessageContaining(
                        "totalSampleCount of the library must be at least 1 and at most 2147483647: got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SettingsCheck.check(fields, SERVER, PERFORMANCE_ONLY, 5, 6, MEMORY))
                .withMessageContaining("performanceSampleCount of the library must be at least 1 and at most 5: got 6");
    }

    private RunPlan check(Scenario scenario, TestMode mode) {
        return SettingsCheck.check(fields, scenario, mode, 64, 32, MEMORY);
    }

    private void assertRefused(Scenario scenario, TestMode mode, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check(scenario, mode))
                .withMessageContaining(problem);
    }
}
