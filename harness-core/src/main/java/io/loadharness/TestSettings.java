// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run shall do. Holds only what its user set; all else is LoadGen's default, and LoadGen alone knows it. A field that is
 * set here wins over {@code user.conf}, which wins over LoadGen's {@code mlperf.conf} for the model, which wins over the default.
 */
public final class TestSettings {

    /** The {@link #stallLimit} of settings that name none. */
    public static final Duration DEFAULT_STALL_LIMIT = Duration.ofMinutes(10);

    private final Scenario scenario;
    private final @Nullable String model;
    private final @Nullable Path userConf;
    private final @Nullable Path auditConf;
    private final Duration stallLimit;
    private final Map<String, Number> fields;

    private TestSettings(Builder builder) {
        scenario = builder.scenario;
        model = builder.model;
        userConf = builder.userConf;
        auditConf = builder.auditConf;
        stallLimit = builder.stallLimit;
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(builder.fields));
    }

    /** Settings for a scenario, with nothing else set. */
    public static Builder builder(Scenario scenario) {
        return new Builder(scenario);
    }

    /** The traffic pattern. */
    public Scenario scenario() {
        return scenario;
    }

    /** The model whose section of {@code mlperf.conf} applies; empty if {@code mlperf.conf} does not apply at all. */
    public Optional<String> model() {
        return Optional.ofNullable(model);
    }

    /** The user's configuration file, in LoadGen's format. */
    public Optional<Path> userConf() {
        return Optional.ofNullable(userConf);
    }

    /** The configuration file of a compliance test, in LoadGen's format. */
    public Optional<Path> auditConf() {
        return Optional.ofNullable(auditConf);
    }

    /** How long samples may be outstanding with none completed before the run fails and names them. Not a field of LoadGen. */
    public Duration stallLimit() {
        return stallLimit;
    }

    /**
     * The fields that were set, under LoadGen's names, in LoadGen's units. Whole numbers and flags are {@link Long}, all others
     * {@link Double}; seeds use all 64 bits.
     */
    public Map<String, Number> fields() {
        return fields;
    }

    @Override
    public String toString() {
        return "TestSettings[" + scenario.loadGenName() + ", model=" + model + ", userConf=" + userConf + ", auditConf="
                + auditConf + ", " + fields + "]";
    }

    /** Collects settings. For one thread; each method that sets a field returns this builder. */
    public static final class Builder {

        private final Scenario scenario;
        private final Map<String, Number> fields = new LinkedHashMap<>();
        private @Nullable String model;
        private @Nullable Path userConf;
        private @Nullable Path auditConf;
        private Duration stallLimit = DEFAULT_STALL_LIMIT;

        private Builder(Scenario scenario) {
            this.scenario = Objects.requireNonNull(scenario, "scenario");
        }

        /** The settings as collected so far. */
        public TestSettings build() {
            return new TestSettings(this);
        }

        /** Applies LoadGen's {@code mlperf.conf} for a model; {@code "*"} for what holds for every model. */
        public Builder model(String value) {
            model = Objects.requireNonNull(value, "model");
            return this;
        }

        /** Applies a {@code user.conf} on top of {@code mlperf.conf}. Anything in it that LoadGen would not obey is an error. */
        public Builder userConf(Path value) {
            userConf = Objects.requireNonNull(value, "userConf");
            return this;
        }

        /** Applies the {@code audit.config} of a compliance test, as LoadGen does, after all else. */
        public Builder auditConf(Path value) {
            auditConf = Objects.requireNonNull(value, "auditConf");
            return this;
        }

        /** How long samples may be outstanding with none completed before the run fails and names them. */
        public Builder stallLimit(Duration value) {
            if (CountedTime.nanos("stallLimit", value) == 0) {
                throw new IllegalArgumentException("stallLimit is zero and must be more");
            }
            stallLimit = value;
            return this;
        }

        /** What the run does with its traffic. */
        @SuppressWarnings("EnumOrdinal") // LoadGen numbers its modes in this order
        public Builder mode(TestMode value) {
            return set("mode", (long) value.ordinal());
        }

        /** How long a query of SingleStream is expected to take; sizes the run. */
        public Builder singleStreamExpectedLatency(Duration value) {
            return set("single_stream_expected_latency_ns", (double)
                    CountedTime.nanos("singleStreamExpectedLatency", value));
        }

        /** The percentile that SingleStream reports, 0.9 for the 90th. */
        public Builder singleStreamTargetLatencyPercentile(double value) {
            return set(
                    "single_stream_target_latency_percentile",
                    requireFinite("singleStreamTargetLatencyPercentile", value));
        }

        /** How long a query of MultiStream is expected to take; sizes the run. */
        public Builder multiStreamExpectedLatency(Duration value) {
            return set("multi_stream_expected_latency_ns", (double)
                    CountedTime.nanos("multiStreamExpectedLatency", value));
        }

        /** The percentile that MultiStream reports, 0.99 for the 99th. */
        public Builder multiStreamTargetLatencyPercentile(double value) {
            return set(
                    "multi_stream_target_latency_percentile",
                    requireFinite("multiStreamTargetLatencyPercentile", value));
        }

        /** Samples in each query of MultiStream. */
        public Builder multiStreamSamplesPerQuery(long value) {
            return set("multi_stream_samples_per_query", value);
        }

        /** Mean arrivals per second in Server; the lower bound when searching the peak. */
        public Builder serverTargetQps(double value) {
            return set("server_target_qps", requireFinite("serverTargetQps", value));
        }

        /** The latency bound of Server. */
        public Builder serverTargetLatency(Duration value) {
            return set("server_target_latency_ns", CountedTime.nanos("serverTargetLatency", value));
        }

        /** The percentile at which Server holds its bound, 0.99 for the 99th. */
        public Builder serverTargetLatencyPercentile(double value) {
            return set("server_target_latency_percentile", requireFinite("serverTargetLatencyPercentile", value));
        }

        /** Whether queries of Server that are overdue are issued as one. */
        public Builder serverCoalesceQueries(boolean value) {
            return set("server_coalesce_queries", value ? 1L : 0L);
        }

        /** Decimals of the rate at which the search for the peak ends. */
        public Builder serverFindPeakQpsDecimalsOfPrecision(int value) {
            return set("server_find_peak_qps_decimals_of_precision", (long) value);
        }

        /** The step, as a fraction of the rate, with which the search for the peak widens its bounds. */
        public Builder serverFindPeakQpsBoundaryStepSize(double value) {
            return set(
                    "server_find_peak_qps_boundary_step_size",
                    requireFinite("serverFindPeakQpsBoundaryStepSize", value));
        }

        /** Outstanding queries at which a Server run gives up; 0 for no limit. */
        public Builder serverMaxAsyncQueries(long value) {
            return set("server_max_async_queries", value);
        }

        /** Threads that issue queries in Server; 0 for the thread of the run. */
        public Builder serverNumIssueQueryThreads(int value) {
            return set("server_num_issue_query_threads", (long) value);
        }

        /** Samples per second that Offline is expected to reach; sizes its one query. */
        public Builder offlineExpectedQps(double value) {
            return set("offline_expected_qps", requireFinite("offlineExpectedQps", value));
        }

        /** Whether samples come as whole permutations of the loaded set, so that each is used equally often. */
        public Builder sampleConcatenatePermutation(boolean value) {
            return set("sample_concatenate_permutation", value ? 1L : 0L);
        }

        /** The run lasts at least this long. */
        public Builder minDuration(Duration value) {
            return set("min_duration_ms", CountedTime.millis("minDuration", value));
        }

        /** The run ends early after this; zero for no limit. */
        public Builder maxDuration(Duration value) {
            return set("max_duration_ms", CountedTime.millis("maxDuration", value));
        }

        /** The run has at least this many queries. */
        public Builder minQueryCount(long value) {
            return set("min_query_count", value);
        }

        /** The run ends early after this many queries; 0 for no limit. */
        public Builder maxQueryCount(long value) {
            return set("max_query_count", value);
        }

        /** Chooses the sets of samples. All 64 bits count. */
        public Builder qslRngSeed(long value) {
            return set("qsl_rng_seed", value);
        }

        /** Chooses the order of samples. All 64 bits count. */
        public Builder sampleIndexRngSeed(long value) {
            return set("sample_index_rng_seed", value);
        }

        /** Chooses the arrivals of Server. All 64 bits count. */
        public Builder scheduleRngSeed(long value) {
            return set("schedule_rng_seed", value);
        }

        /** Chooses the responses that a performance run logs. All 64 bits count. */
        public Builder accuracyLogRngSeed(long value) {
            return set("accuracy_log_rng_seed", value);
        }

        /** How likely a performance run logs a response. */
        public Builder accuracyLogProbability(double value) {
            return set("accuracy_log_probability", requireFinite("accuracyLogProbability", value));
        }

        /** How many responses a performance run logs, about. */
        public Builder accuracyLogSamplingTarget(long value) {
            return set("accuracy_log_sampling_target", value);
        }

        /** Whether this is compliance test 05, which runs with the three seeds that follow. */
        public Builder test05(boolean value) {
            return set("test05", value ? 1L : 0L);
        }

        /** The {@link #qslRngSeed} of test 05. */
        public Builder test05QslRngSeed(long value) {
            return set("test05_qsl_rng_seed", value);
        }

        /** The {@link #sampleIndexRngSeed} of test 05. */
        public Builder test05SampleIndexRngSeed(long value) {
            return set("test05_sample_index_rng_seed", value);
        }

        /** The {@link #scheduleRngSeed} of test 05. */
        public Builder test05ScheduleRngSeed(long value) {
            return set("test05_schedule_rng_seed", value);
        }

        /** Whether LoadGen prints the begin and end of the measurement on standard output. */
        public Builder printTimestamps(boolean value) {
            return set("print_timestamps", value ? 1L : 0L);
        }

        /** Whether each sample of the loaded set is issued once. */
        public Builder performanceIssueUnique(boolean value) {
            return set("performance_issue_unique", value ? 1L : 0L);
        }

        /** Whether one sample is issued again and again. */
        public Builder performanceIssueSame(boolean value) {
            return set("performance_issue_same", value ? 1L : 0L);
        }

        /** Which sample, by its place in the loaded set, {@link #performanceIssueSame} repeats. */
        public Builder performanceIssueSameIndex(long value) {
            return set("performance_issue_same_index", value);
        }

        /** Replaces the library's own performance sample count; 0 does not. */
        public Builder performanceSampleCountOverride(long value) {
            return set("performance_sample_count_override", value);
        }

        /** How many samples an accuracy run uses; 0 for all. */
        public Builder accuracySampleCountOverride(long value) {
            return set("accuracy_sample_count_override", value);
        }

        /** Whether first tokens and token counts are reported and judged. */
        public Builder useTokenLatencies(boolean value) {
            return set("use_token_latencies", value ? 1L : 0L);
        }

        /** The bound on the time to the first token. */
        public Builder serverTtftLatency(Duration value) {
            return set("server_ttft_latency", CountedTime.nanos("serverTtftLatency", value));
        }

        /** The bound on the time per output token. */
        public Builder serverTpotLatency(Duration value) {
            return set("server_tpot_latency", CountedTime.nanos("serverTpotLatency", value));
        }

        /** Whether token rates are inferred from sample rates. */
        public Builder inferTokenLatencies(boolean value) {
            return set("infer_token_latencies", value ? 1L : 0L);
        }

        /** Tokens per sample for {@link #inferTokenLatencies}. */
        public Builder tokenLatencyScalingFactor(long value) {
            return set("token_latency_scaling_factor", value);
        }

        private Builder set(String field, Number value) {
            fields.put(field, value);
            return this;
        }

        private static double requireFinite(String field, double value) {
            if (!Double.isFinite(value) || value < 0) {
                throw new IllegalArgumentException(field + " must be a number and not negative: " + value);
            }
            return value;
        }
    }
}
