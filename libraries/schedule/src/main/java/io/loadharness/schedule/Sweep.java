// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.Reason;
import io.loadharness.TestResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Settings and schedules of a sweep: a search for the rate at which a system is saturated, and measurements at rates up to this rate.
 * Immutable. The caller first runs the {@link #probe} and then a {@link #stage} for each of the {@link #rates}. Each stage is a separate
 * run.
 *
 * <pre>{@code
 * Sweep sweep = Sweep.builder().stages(5).build();
 * TestResult probe = ...; // run sweep.probe()
 * for (double rate : sweep.rates(sweep.saturation(probe))) {
 *     Schedule stage = sweep.stage(rate); // run each stage
 * }
 * }</pre>
 */
public final class Sweep {

    /** The time in which the samples of the probe arrive. */
    private static final Duration PROBE_LENGTH = Duration.ofSeconds(5);

    /** If the measured saturation is at least this share of the probe's arrival rate, the probe did not saturate the system. */
    private static final double MIN_UNSATURATED_SHARE = 0.9;

    private static final int MAX_STAGES = 1000;

    /** The rate of the stage beyond the saturation, relative to the saturation. */
    private static final double BEYOND = 1.1;

    private static final int LARGER = 4;

    private final long probeSamples;
    private final int stages;
    private final Duration stageLength;
    private final OptionalDouble percentile;
    private final boolean beyondSaturation;
    private final Ladder ladder;

    private Sweep(Builder builder) {
        probeSamples = builder.probeSamples;
        stages = builder.stages;
        stageLength = builder.stageLength;
        percentile = builder.percentile;
        beyondSaturation = builder.beyondSaturation;
        ladder = builder.ladder;
    }

    /** The spacing of the rates of the stages. */
    public enum Ladder {
        /** Equal differences between neighboring rates. */
        LINEAR,
        /** Equal factors between neighboring rates. Most stages have low rates. */
        GEOMETRIC
    }

    /** Returns a builder. Defaults: 2,000 samples in the probe, and five {@link Ladder#LINEAR} stages of three minutes. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the schedule of the probe, which overloads the system. All samples arrive within five seconds. */
    public Schedule probe() {
        return Arrivals.constant(probeRate()).samples(probeSamples);
    }

    private double probeRate() {
        return probeSamples * ScheduleBounds.NANOS_PER_SECOND / PROBE_LENGTH.toNanos();
    }

    /**
     * Returns true if the probe did not saturate the system. In this case, the real limit of the system is higher than the given
     * saturation.
     *
     * @param saturation the result of {@link #saturation(TestResult)}, in samples per second
     */
    public boolean keptUp(double saturation) {
        return saturation >= MIN_UNSATURATED_SHARE * probeRate();
    }

    /**
     * Returns the rate at which the system was saturated, in samples per second. Without {@link Builder#percentile}, the result is the mean
     * completion rate of the probe, without the first and the last tenth of its completions. With {@code percentile}, the probe is divided
     * into intervals of 0.5 s, and the result is a percentile of their completion rates.
     *
     * @param probe the result of the probe; this method reads its detail file
     * @throws IllegalArgumentException if no sample of the probe completed
     * @throws IOException if the detail file cannot be read
     */
    public double saturation(TestResult probe) throws IOException {
        long[] ends = SampleRows.completionTimes(probe.logs().detail());
        if (ends.length == 0) {
            throw new IllegalArgumentException("cannot find the saturation, because no sample of the probe completed: "
                    + probe.reasons().stream().map(Reason::text).collect(Collectors.joining("; ")));
        }
        return percentile.isPresent() ? Saturation.rate(ends, percentile.getAsDouble()) : Saturation.rate(ends);
    }

    /**
     * Returns the rates of the stages in samples per second, in ascending order. The last rate is the saturation rate, or 10 % more with
     * {@link Builder#beyondSaturation}.
     */
    public List<Double> rates(double saturation) {
        ScheduleBounds.rate("the saturation", saturation);
        double first = Math.min(1, saturation / stages);
        DoubleStream upToSaturation = IntStream.range(0, stages)
                .mapToDouble(stage -> stage == stages - 1 ? saturation : rate(first, saturation, stage));
        return DoubleStream.concat(
                        upToSaturation, beyondSaturation ? DoubleStream.of(BEYOND * saturation) : DoubleStream.empty())
                .boxed()
                .toList();
    }

    private double rate(double first, double last, int stage) {
        double part = (double) stage / (stages - 1);
        return ladder == Ladder.LINEAR ? first + (last - first) * part : first * Math.pow(last / first, part);
    }

    /** Returns true if the last stage has a rate above the saturation rate. */
    public boolean goesBeyondSaturation() {
        return beyondSaturation;
    }

    /** Returns a copy whose probe has four times as many samples, for a system that the probe did not saturate. */
    public Sweep largerProbe() {
        Builder copy =
                builder().stages(stages).stageLength(stageLength).ladder(ladder).beyondSaturation(beyondSaturation);
        percentile.ifPresent(copy::percentile);
        return copy.probeSamples(Math.min(ScheduleBounds.MAX_SAMPLES, LARGER * probeSamples))
                .build();
    }

    /** Returns the schedule of one stage: Poisson arrivals at the given rate. */
    public Schedule stage(double rate) {
        return Arrivals.poisson(rate).during(stageLength);
    }

    /** Builds a {@link Sweep}. Not thread-safe. */
    public static final class Builder {

        private long probeSamples = 2000;
        private int stages = 5;
        private Duration stageLength = Duration.ofMinutes(3);
        private OptionalDouble percentile = OptionalDouble.empty();
        private boolean beyondSaturation;
        private Ladder ladder = Ladder.LINEAR;

        private Builder() {}

        /** Sets the number of samples of the probe. */
        public Builder probeSamples(long count) {
            probeSamples = ScheduleBounds.samples(count);
            return this;
        }

        /** Sets the number of stages. */
        public Builder stages(int count) {
            if (count < 1 || count > MAX_STAGES) {
                throw new IllegalArgumentException(
                        "the number of stages must be between 1 and " + MAX_STAGES + ": got " + count);
            }
            stages = count;
            return this;
        }

        /** Sets the duration of each stage. */
        public Builder stageLength(Duration length) {
            ScheduleBounds.nanos("the duration of a stage", length);
            stageLength = length;
            return this;
        }

        /**
         * Sets a percentile, from 0 to 100. {@link Sweep#saturation} then returns this percentile of the completion rates in intervals of
         * 0.5 s. A system that completes its samples in batches can have very different rates in these intervals. Default: the mean
         * completion rate of the probe, without the first and the last tenth of its completions.
         */
        public Builder percentile(double percentage) {
            if (!(percentage >= 0 && percentage <= 100)) {
                throw new IllegalArgumentException("the percentile must be between 0 and 100: got " + percentage);
            }
            percentile = OptionalDouble.of(percentage);
            return this;
        }

        /**
         * Adds a stage with a rate 10 % above the saturation rate. The latencies of this stage show that the system is saturated. Default:
         * false.
         */
        public Builder beyondSaturation(boolean enabled) {
            beyondSaturation = enabled;
            return this;
        }

        /** Sets the spacing of the rates. */
        public Builder ladder(Ladder value) {
            ladder = Objects.requireNonNull(value, "ladder");
            return this;
        }

        /** Returns the sweep. */
        public Sweep build() {
            return new Sweep(this);
        }
    }
}
