// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The measured performance of a run, as LoadGen defines it. LoadGen logs rates with six significant digits. If a run is too short for a
 * rate, LoadGen logs {@code NaN}. If a component exists only in some scenarios or with some settings, its description states this.
 *
 * <pre>{@code
 * result.performance().ifPresent(performance -> System.out.println(performance.latency().percentile(99)));
 * }</pre>
 *
 * @param loadGenVerdict LoadGen's own verdict; empty for a {@code ScheduledLoad}. {@link TestResult#verdict} also considers failures and
 *     errors
 * @param queryCount the number of issued queries
 * @param overLatencyQueryCount the number of queries whose latency exceeds {@code target_latency}; only in Server. In a run with token
 *     latencies, {@code target_latency} is not a bound
 * @param throughput the rates
 * @param latency the time from the scheduled start of a sample to its completion; if the sample has no scheduled start, the time from its
 *     issue
 * @param queryLatency the latency of whole queries; only in MultiStream
 * @param earlyStopping the result of early stopping for the percentiles; empty in Offline and in runs with token latencies
 * @param tokens the token rates and latencies; only with {@code use_token_latencies}
 * @param issueDelay the time from the scheduled start to the issue; only for a {@code ScheduledLoad} with arrivals, because LoadGen does
 *     not report it
 */
public record Performance(
        Optional<LoadGenVerdict> loadGenVerdict,
        long queryCount,
        OptionalLong overLatencyQueryCount,
        Throughput throughput,
        LatencyStatistics latency,
        Optional<LatencyStatistics> queryLatency,
        Optional<EarlyStopping> earlyStopping,
        Optional<TokenPerformance> tokens,
        Optional<LatencyStatistics> issueDelay) {

    /**
     * LoadGen's own verdict, with the result of each constraint.
     *
     * @param valid true if all constraints are met
     * @param invalidReason LoadGen's advice for an invalid run
     * @param perfConstraintsMet true if the latency bounds are met; only in Server
     * @param minDurationMet true if the run was long enough
     * @param minQueriesMet true if the run had enough queries and samples
     * @param earlyStoppingMet true if the run had enough queries for the required confidence of its percentile
     */
    public record LoadGenVerdict(
            boolean valid,
            Optional<String> invalidReason,
            Optional<Boolean> perfConstraintsMet,
            boolean minDurationMet,
            boolean minQueriesMet,
            boolean earlyStoppingMet) {

        public LoadGenVerdict {
            Objects.requireNonNull(invalidReason, "invalidReason");
            Objects.requireNonNull(perfConstraintsMet, "perfConstraintsMet");
        }
    }

    /**
     * The rates of a run, per second.
     *
     * @param completedSamples the number of completed samples divided by the duration of the run. In SingleStream, the duration includes
     *     LoadGen's overhead. In MultiStream, LoadGen does not report a rate: the value is the number of samples per query divided by the
     *     mean query latency
     * @param scheduledSamples the scheduled samples per second; only in Server
     * @param qpsWithLoadGenOverhead the number of queries divided by the time until the last query was issued; only in SingleStream
     * @param qpsWithoutLoadGenOverhead the inverse of the mean latency; only in SingleStream
     * @param inferredTokens the sample rate multiplied by {@code token_latency_scaling_factor}; only in Server and Offline, with
     *     {@code infer_token_latencies}
     * @param peakQps the highest rate at which the latency bounds are met; only in the mode FindPeakPerformance
     */
    public record Throughput(
            double completedSamples,
            OptionalDouble scheduledSamples,
            OptionalDouble qpsWithLoadGenOverhead,
            OptionalDouble qpsWithoutLoadGenOverhead,
            OptionalDouble inferredTokens,
            OptionalDouble peakQps) {

        public Throughput {
            Objects.requireNonNull(scheduledSamples, "scheduledSamples");
            Objects.requireNonNull(qpsWithLoadGenOverhead, "qpsWithLoadGenOverhead");
            Objects.requireNonNull(qpsWithoutLoadGenOverhead, "qpsWithoutLoadGenOverhead");
            Objects.requireNonNull(inferredTokens, "inferredTokens");
            Objects.requireNonNull(peakQps, "peakQps");
        }
    }

    public Performance {
        Objects.requireNonNull(loadGenVerdict, "loadGenVerdict");
        Objects.requireNonNull(overLatencyQueryCount, "overLatencyQueryCount");
        Objects.requireNonNull(throughput, "throughput");
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(queryLatency, "queryLatency");
        Objects.requireNonNull(earlyStopping, "earlyStopping");
        Objects.requireNonNull(tokens, "tokens");
        Objects.requireNonNull(issueDelay, "issueDelay");
    }
}
