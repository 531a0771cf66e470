// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.schedule.PeakSearch.RunKind;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The result of one run of a {@link PeakSearch}.
 *
 * @param kind the kind of the run
 * @param level the load: samples per second, or samples in flight; 0 for a {@link RunKind#PROBE}
 * @param outcome the outcome; ignored for a {@link RunKind#PROBE}
 * @param reason the limit that was exceeded, as one sentence; empty if all limits were met
 * @param limitShare the metric that is nearest to its limit, divided by the limit: at most 1 if all limits were met; 0 if the limits do not
 *     apply to metrics
 * @param inFlight the mean number of samples in flight
 * @param latency the mean latency in seconds; 0 if no sample completed
 * @param saturation the samples per second that the system completed while more samples were waiting; empty if the system was not saturated
 */
public record PeakTrial(
        RunKind kind,
        double level,
        Outcome outcome,
        String reason,
        double limitShare,
        double inFlight,
        double latency,
        OptionalDouble saturation) {

    /** Below this mean number of samples in flight, samples hardly overlap. */
    private static final double OVERLAP = 0.2;

    /** The outcome of a run. */
    public enum Outcome {
        /** All limits were met. */
        KEPT,
        /** A limit was exceeded, or a longer run would exceed a limit, because the number of samples in flight kept growing. */
        EXCEEDED,
        /** The load generator, not the system, was the bottleneck. */
        CLIENT_LIMITED
    }

    public PeakTrial {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(saturation, "saturation");
    }

    /** Returns true if all limits were met. */
    public boolean isKept() {
        return outcome == Outcome.KEPT;
    }

    /** Returns true if a lower load has the same latencies, because samples do not influence each other. */
    boolean hardlyOverlaps() {
        return inFlight < OVERLAP;
    }
}
