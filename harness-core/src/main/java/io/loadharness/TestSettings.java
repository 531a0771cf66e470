// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import io.loadharness.internal.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a run. Immutable. Contains only the fields that the user set. If several sources set a field, LoadGen uses the source with
 * the highest precedence. In descending order, the sources are {@code audit.config}, these settings, {@code user.conf}, LoadGen's
 * {@code mlperf.conf} for the model, and LoadGen's defaults.
 *
 * <pre>{@code
 * TestSettings settings = TestSettings.builder(Scenario.SERVER)
 *         .mode(TestMode.PERFORMANCE_ONLY)
 *         .serverTargetQps(50)
 *         .serverTargetLatency(Duration.ofMillis(200))
 *         .minDuration(Duration.ofMinutes(10))
 *         .build();
 * }</pre>
 */
public final class TestSettings {

    /** The default of {@link #stallLimit}. */
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

    /** Returns a builder for a scenario. No other field is set. */
    public static Builder builder(Scenario scenario) {
        return new Builder(scenario);
    }

    /** Returns the load pattern. */
    public Scenario scenario() {
        return scenario;
    }

    /** Returns the model that selects the settings in {@code mlperf.conf}; empty if {@code mlperf.conf} does not apply. */
    public Optional<String> model() {
        return Optional.ofNullable(model);
    }

    /** Returns the user's configuration file, in LoadGen's format. */
    public Optional<Path> userConf() {
        return Optional.ofNullable(userConf);
    }

    /** Returns the configuration file of a compliance test, in LoadGen's format. */
    public Optional<Path> auditConf() {
        return Optional.ofNullable(auditConf);
    }

    /**
     * Returns the maximum time without progress while samples are in flight. The stall limit is a setting of LoadHarness, not of LoadGen.
     */
    public Duration stallLimit() {
        return stallLimit;
    }

    /**
     * Returns the fields that were set, with LoadGen's names and units. Integers and booleans have the type {@link Long}, all other fields
     * have the type {@link Double}. Seeds are unsigned 64-bit integers: a seed above {@link Long#MAX_VALUE} is stored as a negative number.
     */
    public Map<String, Number> fields() {
        return fields;
    }

    @Override
    public String toString() {
        return "TestSettings[" + scenario.loadGenName() + ", model=" + model + ", userConf=" + userConf + ", auditConf="
                + auditConf + ", " + fields + "]";
    }

    /** Builds {@link TestSettings}. Not thread-safe. Each method that sets a field returns this builder. */
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

        /** Returns the settings. */
        public TestSettings build() {
            return new TestSettings(this);
        }

        /** Applies LoadGen's {@code mlperf.conf} for a model; {@code "*"} applies only the settings for all models. */
        public Builder model(String value) {
            model = Objects.requireNonNull(value, "model");
            return this;
        }

        /** Applies a {@code user.conf} on top of {@code mlperf.conf}. An entry that LoadGen would ignore is an error. */
        public Builder userConf(Path value) {
            userConf = Objects.requireNonNull(value, "userConf");
            return this;
        }

        /** Applies the {@code audit.config} of a compliance test after all other settings, as LoadGen does. */
        public Builder auditConf(Path value) {
            auditConf = Objects.requireNonNull(value, "auditConf");
            return this;
        }

        /**
         * Sets the maximum time without progress while samples are in flight. If this time is exceeded, the run fails, and the reason lists
         * samples in flight.
         */
        public Builder stallLimit(Duration value) {
            if (LoadGenDurations.nanos("stallLimit", value) == 0) {
                throw new IllegalArgumentException("stallLimit must be positive: got " + Durations.text(value));
            }
            stallLimit = value;
            return this;
        }

        /** Sets the mode of the run. */
        @SuppressWarnings("EnumOrdinal") // LoadGen numbers its modes in this order
        public Builder mode(TestMode value) {
            return set("mode", (long) value.ordinal());
        }

        /** Sets the expected latency of a query in SingleStream. LoadGen derives the size of the run from this latency. */
        public Builder singleStreamExpectedLatency(Duration value) {
            return set("single_stream_expected_latency_ns", (double)
                    LoadGenDurations.nanos("singleStreamExpectedLatency", value));
        }

        /** Sets the percentile that SingleStream reports, for example 0.9 for the 90th percentile. */
        public Builder singleStreamTargetLatencyPercentile(double value) {
            return set(
                    "single_stream_target_latency_percentile",
                    requireFinite("singleStreamTargetLatencyPercentile", value));
        }

        /** Sets the expected latency of a query in MultiStream. LoadGen derives the size of the run from this latency. */
        public Builder multiStreamExpectedLatency(Duration value) {
            return set("multi_stream_expected_latency_ns", (double)
                    LoadGenDurations.nanos("multiStreamExpectedLatency", value));
        }

        /** Sets the percentile that MultiStream reports, for example 0.99 for the 99th percentile. */
        public Builder multiStreamTargetLatencyPercentile(double value) {
            return set(
                    "multi_stream_target_latency_percentile",
                    requireFinite("multiStreamTargetLatencyPercentile", value));
        }

        /** Sets the number of samples in each query of MultiStream, at least 1. */
        public Builder multiStreamSamplesPerQuery(long value) {
            return set("multi_stream_samples_per_query", requireAtLeast(1, "multiStreamSamplesPerQuery", value));
        }

        /** Sets the mean number of arrivals per second in Server. It is also the lower bound of the search for the peak rate. */
        public Builder serverTargetQps(double value) {
            return set("server_target_qps", requireFinite("serverTargetQps", value));
        }

        /** Sets the latency bound of the Server scenario. */
        public Builder serverTargetLatency(Duration value) {
            return set("server_target_latency_ns", LoadGenDurations.nanos("serverTargetLatency", value));
        }

        /** Sets the percentile of the latency bound of the Server scenario, for example 0.99 for the 99th percentile. */
        public Builder serverTargetLatencyPercentile(double value) {
            return set("server_target_latency_percentile", requireFinite("serverTargetLatencyPercentile", value));
        }

        /**
         * Enables or disables merging of queries in Server. With merging, LoadGen combines all queries whose scheduled start has passed
         * into one query.
         */
        public Builder serverCoalesceQueries(boolean value) {
            return set("server_coalesce_queries", value ? 1L : 0L);
        }

        /** Sets the precision of the search for the peak rate: the number of decimals of the rate. */
        public Builder serverFindPeakQpsDecimalsOfPrecision(int value) {
            return set(
                    "server_find_peak_qps_decimals_of_precision",
                    requireCount("serverFindPeakQpsDecimalsOfPrecision", value));
        }

        /** Sets the step by which the search for the peak rate widens its bounds. The step is a fraction of the rate. */
        public Builder serverFindPeakQpsBoundaryStepSize(double value) {
            return set(
                    "server_find_peak_qps_boundary_step_size",
                    requireFinite("serverFindPeakQpsBoundaryStepSize", value));
        }

        /** Sets the number of queries in flight at which a Server run stops; 0 for no limit. */
        public Builder serverMaxAsyncQueries(long value) {
            return set("server_max_async_queries", requireCount("serverMaxAsyncQueries", value));
        }

        /** Sets the number of threads that issue queries in Server; 0 for the thread of the run. */
        public Builder serverNumIssueQueryThreads(int value) {
            return set("server_num_issue_query_threads", requireCount("serverNumIssueQueryThreads", value));
        }

        /** Sets the expected samples per second in Offline. LoadGen derives the size of the query from this rate. */
        public Builder offlineExpectedQps(double value) {
            return set("offline_expected_qps", requireFinite("offlineExpectedQps", value));
        }

        /** Enables or disables concatenated permutations of the loaded set. With permutations, each sample is issued equally often. */
        public Builder sampleConcatenatePermutation(boolean value) {
            return set("sample_concatenate_permutation", value ? 1L : 0L);
        }

        /** Sets the minimum duration of the run. */
        public Builder minDuration(Duration value) {
            return set("min_duration_ms", LoadGenDurations.millis("minDuration", value));
        }

        /** Sets the maximum duration of the run; zero for no limit. */
        public Builder maxDuration(Duration value) {
            return set("max_duration_ms", LoadGenDurations.millis("maxDuration", value));
        }

        /** Sets the minimum number of queries. */
        public Builder minQueryCount(long value) {
            return set("min_query_count", requireCount("minQueryCount", value));
        }

        /** Sets the maximum number of queries; 0 for no limit. */
        public Builder maxQueryCount(long value) {
            return set("max_query_count", requireCount("maxQueryCount", value));
        }

        /** Sets the seed for the choice of the samples in each loaded set. LoadGen reads the value as an unsigned 64-bit integer. */
        public Builder qslRngSeed(long value) {
            return set("qsl_rng_seed", value);
        }

        /** Sets the seed for the order of samples. LoadGen reads the value as an unsigned 64-bit integer. */
        public Builder sampleIndexRngSeed(long value) {
            return set("sample_index_rng_seed", value);
        }

        /** Sets the seed for the arrival times in the Server scenario. LoadGen reads the value as an unsigned 64-bit integer. */
        public Builder scheduleRngSeed(long value) {
            return set("schedule_rng_seed", value);
        }

        /** Sets the seed for the choice of responses that a performance run logs. LoadGen reads the value as an unsigned 64-bit integer. */
        public Builder accuracyLogRngSeed(long value) {
            return set("accuracy_log_rng_seed", value);
        }

        /** Sets the probability that a performance run logs a response, from 0 to 1. */
        public Builder accuracyLogProbability(double value) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException("accuracyLogProbability must be from 0 to 1: got " + value);
            }
            return set("accuracy_log_probability", value);
        }

        /** Sets the approximate number of responses that a performance run logs. */
        public Builder accuracyLogSamplingTarget(long value) {
            return set("accuracy_log_sampling_target", requireCount("accuracyLogSamplingTarget", value));
        }

        /** Enables or disables compliance test 05, which uses the three seeds of test 05. */
        public Builder test05(boolean value) {
            return set("test05", value ? 1L : 0L);
        }

        /** Sets the {@link #qslRngSeed} of test 05. */
        public Builder test05QslRngSeed(long value) {
            return set("test05_qsl_rng_seed", value);
        }

        /** Sets the {@link #sampleIndexRngSeed} of test 05. */
        public Builder test05SampleIndexRngSeed(long value) {
            return set("test05_sample_index_rng_seed", value);
        }

        /** Sets the {@link #scheduleRngSeed} of test 05. */
        public Builder test05ScheduleRngSeed(long value) {
            return set("test05_schedule_rng_seed", value);
        }

        /** Enables or disables the timestamps that LoadGen prints to standard output at the start and at the end of the measurement. */
        public Builder printTimestamps(boolean value) {
            return set("print_timestamps", value ? 1L : 0L);
        }

        /** Enables or disables issuing each sample of the loaded set exactly once. */
        public Builder performanceIssueUnique(boolean value) {
            return set("performance_issue_unique", value ? 1L : 0L);
        }

        /** Enables or disables issuing the same sample repeatedly. */
        public Builder performanceIssueSame(boolean value) {
            return set("performance_issue_same", value ? 1L : 0L);
        }

        /** Sets the sample that {@link #performanceIssueSame} repeats, as a position in the loaded set. */
        public Builder performanceIssueSameIndex(long value) {
            return set("performance_issue_same_index", requireCount("performanceIssueSameIndex", value));
        }

        /** Overrides the performance sample count of the library; 0 for no override. */
        public Builder performanceSampleCountOverride(long value) {
            return set("performance_sample_count_override", requireCount("performanceSampleCountOverride", value));
        }

        /** Sets the number of samples in an accuracy run; 0 for all. */
        public Builder accuracySampleCountOverride(long value) {
            return set("accuracy_sample_count_override", requireCount("accuracySampleCountOverride", value));
        }

        /** Enables or disables the measurement of first tokens and token counts. */
        public Builder useTokenLatencies(boolean value) {
            return set("use_token_latencies", value ? 1L : 0L);
        }

        /** Sets the bound of the time to first token. */
        public Builder serverTtftLatency(Duration value) {
            return set("server_ttft_latency", LoadGenDurations.nanos("serverTtftLatency", value));
        }

        /** Sets the bound of the time per output token. */
        public Builder serverTpotLatency(Duration value) {
            return set("server_tpot_latency", LoadGenDurations.nanos("serverTpotLatency", value));
        }

        /** Enables or disables inferring token rates from sample rates. */
        public Builder inferTokenLatencies(boolean value) {
            return set("infer_token_latencies", value ? 1L : 0L);
        }

        /** Sets the number of tokens per sample for {@link #inferTokenLatencies}. */
        public Builder tokenLatencyScalingFactor(long value) {
            return set("token_latency_scaling_factor", requireCount("tokenLatencyScalingFactor", value));
        }

        private Builder set(String field, Number value) {
            fields.put(field, value);
            return this;
        }

        private static long requireCount(String field, long value) {
            return requireAtLeast(0, field, value);
        }

        private static long requireAtLeast(long min, String field, long value) {
            if (value < min) {
                throw new IllegalArgumentException(field + " must be at least " + min + ": got " + value);
            }
            return value;
        }

        private static double requireFinite(String field, double value) {
            if (!Double.isFinite(value) || value < 0) {
                throw new IllegalArgumentException(field + " must be finite and not negative: got " + value);
            }
            return value;
        }
    }
}
