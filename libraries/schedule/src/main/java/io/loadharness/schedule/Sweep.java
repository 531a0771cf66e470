// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.Reason;
import io.loadharness.TestResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the rate at which a system is saturated and asks it at rates up to there. Immutable. It runs nothing itself: run the {@link #probe},
 * then each {@link #stage} of the {@link #rates} up to its {@link #saturation}, each as a run of its own.
 */
public final class Sweep {

    /** So long the samples of the probe arrive. */
    private static final Duration PROBE_LENGTH = Duration.ofSeconds(5);

    /** Of the rate of the probe. */
    private static final double KEPT_UP = 0.9;

    private static final int MOST_STAGES = 1000;

    private final long probeSamples;
    private final int stages;
    private final Duration stageLength;
    private final double percentile;
    private final Ladder ladder;

    private Sweep(Builder builder) {
        probeSamples = builder.probeSamples;
        stages = builder.stages;
        stageLength = builder.stageLength;
        percentile = builder.percentile;
        ladder = builder.ladder;
    }

    /** How the rates of the stages follow each other. */
    public enum Ladder {
        /** By equal steps. */
        LINEAR,
        /** By equal factors: most stages at low rates. */
        GEOMETRIC
    }

    /** A sweep with 2,000 samples in the probe and five stages of three minutes by equal steps. */
    public static Builder builder() {
        return new Builder();
    }

    /** More samples at once than the system can bear: they arrive within five seconds. */
    public Schedule probe() {
        return Arrivals.constant(probeRate()).samples(probeSamples);
    }

    private double probeRate() {
        return probeSamples * ScheduleBounds.NANOS_PER_SECOND / PROBE_LENGTH.toNanos();
    }

    /** Whether the system has kept up with the probe, so that its limit is above the saturation that was found. */
    public boolean keptUp(double saturation) {
        return saturation >= KEPT_UP * probeRate();
    }

    /**
     * The rate at which the system was saturated, in samples per second: that of the best half seconds of the probe.
     *
     * @param probe that went to its end; its file of details is read
     * @throws IllegalArgumentException if no sample of it was answered
     * @throws IOException if that file cannot be read
     */
    public double saturation(TestResult probe) throws IOException {
        long[] ends = SampleRows.answered(probe.logs().detail());
        if (ends.length == 0) {
            throw new IllegalArgumentException("no sample of the probe was answered, so it shows no rate: "
                    + probe.reasons().stream().map(Reason::text).collect(Collectors.joining("; ")));
        }
        return Saturation.rate(ends, percentile);
    }

    /** The rates of the stages, the last of which is the highest. */
    public List<Double> rates(double saturation) {
        ScheduleBounds.rate("the saturation", saturation);
        double first = Math.min(1, saturation / stages);
        return IntStream.range(0, stages)
                .mapToObj(stage -> stage == stages - 1 ? saturation : rate(first, saturation, stage))
                .toList();
    }

    private double rate(double first, double last, int stage) {
        double part = (double) stage / (stages - 1);
        return ladder == Ladder.LINEAR ? first + (last - first) * part : first * Math.pow(last / first, part);
    }

    /** Independent arrivals of a rate, for the length of a stage. */
    public Schedule stage(double rate) {
        return Arrivals.poisson(rate).during(stageLength);
    }

    /** Collects what a sweep shall do. For one thread. */
    public static final class Builder {

        private long probeSamples = 2000;
        private int stages = 5;
        private Duration stageLength = Duration.ofMinutes(3);
        private double percentile = 95;
        private Ladder ladder = Ladder.LINEAR;

        private Builder() {}

        /** How many samples the probe has. */
        public Builder probeSamples(long count) {
            probeSamples = ScheduleBounds.samples(count);
            return this;
        }

        /** How many rates are tried. */
        public Builder stages(int count) {
            if (count < 1 || count > MOST_STAGES) {
                throw new IllegalArgumentException(
                        "the number of stages is " + count + " and must be at least 1, at most " + MOST_STAGES);
            }
            stages = count;
            return this;
        }

        /** How long each of them is. */
        public Builder stageLength(Duration length) {
            ScheduleBounds.nanos("the length of a stage", length);
            stageLength = length;
            return this;
        }

        /** Which half second of the probe shows the saturation: 95 for one that is better than 95 % of them. */
        public Builder percentile(double percentage) {
            if (!(percentage >= 0 && percentage <= 100)) {
                throw new IllegalArgumentException(
                        "the percentile is " + percentage + " and must be at least 0, at most 100");
            }
            percentile = percentage;
            return this;
        }

        /** How the rates follow each other. */
        public Builder ladder(Ladder value) {
            ladder = Objects.requireNonNull(value, "ladder");
            return this;
        }

        /** The sweep as collected so far. */
        public Sweep build() {
            return new Sweep(this);
        }
    }
}
