// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a run measured, and what LoadGen makes of it. Rates and latencies are LoadGen's own; its log gives rates six significant
 * digits, and {@code NaN} to a run too short to have one. A component that only some scenarios or settings have names them.
 *
 * @param valid whether LoadGen finds every constraint met; the {@link TestResult#verdict} also weighs failures and errors
 * @param constraints the constraints one by one
 * @param invalidReason LoadGen's advice on an invalid run
 * @param queryCount queries issued
 * @param overLatencyQueryCount queries over {@code target_latency}, which bounds nothing where tokens are timed; Server
 * @param throughput the rates
 * @param latency from the time a sample was due, or was issued, to its completion
 * @param queryLatency the same of whole queries; MultiStream
 * @param earlyStopping how sure the percentiles are; not in Offline, and not where tokens are timed, which have their own
 * @param tokens what was measured of tokens; with {@code use_token_latencies}
 * @param lateness how much later than due samples were issued; a {@code ScheduledLoad} of arrivals, as LoadGen does not say
 */
public record Performance(
        boolean valid,
        Constraints constraints,
        Optional<String> invalidReason,
        long queryCount,
        OptionalLong overLatencyQueryCount,
        Throughput throughput,
        LatencyStatistics latency,
        Optional<LatencyStatistics> queryLatency,
        Optional<EarlyStopping> earlyStopping,
        Optional<TokenPerformance> tokens,
        Optional<LatencyStatistics> lateness) {

    /**
     * What a performance run must fulfil.
     *
     * @param perfConstraintsMet whether the latency bounds hold; Server
     * @param minDurationMet whether the run was long enough
     * @param minQueriesMet whether it had enough queries and samples
     * @param earlyStoppingMet whether it had enough queries to be sure of its percentile
     */
    public record Constraints(
            Optional<Boolean> perfConstraintsMet,
            boolean minDurationMet,
            boolean minQueriesMet,
            boolean earlyStoppingMet) {

        public Constraints {
            Objects.requireNonNull(perfConstraintsMet, "perfConstraintsMet");
        }
    }

    /**
     * The rates of a run, per second.
     *
     * @param completedSamples samples completed over the length of the run. SingleStream: with LoadGen's overhead. MultiStream:
     *     the samples of a query over its mean latency, because LoadGen gives none
     * @param scheduledSamples samples as they should have been issued; Server
     * @param qpsWithLoadGenOverhead queries over the time until the last was issued; SingleStream
     * @param qpsWithoutLoadGenOverhead the inverse of the mean latency; SingleStream
     * @param inferredTokens samples times {@code token_latency_scaling_factor}; Server and Offline with
     *     {@code infer_token_latencies}
     * @param peakQps the highest rate that was found to meet the bounds; FindPeakPerformance
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
        Objects.requireNonNull(constraints, "constraints");
        Objects.requireNonNull(invalidReason, "invalidReason");
        Objects.requireNonNull(overLatencyQueryCount, "overLatencyQueryCount");
        Objects.requireNonNull(throughput, "throughput");
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(queryLatency, "queryLatency");
        Objects.requireNonNull(earlyStopping, "earlyStopping");
        Objects.requireNonNull(tokens, "tokens");
        Objects.requireNonNull(lateness, "lateness");
    }
}
