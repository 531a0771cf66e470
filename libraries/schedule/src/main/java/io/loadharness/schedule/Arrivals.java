// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/**
 * An open loop: samples are scheduled at given times, even if earlier samples are still in flight. The same seed always gives the same
 * times.
 *
 * <pre>{@code
 * Schedule schedule = Arrivals.poisson(50).during(Duration.ofMinutes(1));
 * }</pre>
 */
public final class Arrivals extends LoadPattern {

    private final String text;
    private final double peakRate;
    private final boolean isRandom;
    private final DoubleUnaryOperator nanosFor;
    private final Function<RandomNumbers, ArrivalTimes> process;

    private Arrivals(
            String text,
            double peakRate,
            boolean isRandom,
            DoubleUnaryOperator nanosFor,
            Function<RandomNumbers, ArrivalTimes> process) {
        this.text = text;
        this.peakRate = peakRate;
        this.isRandom = isRandom;
        this.nanosFor = nanosFor;
        this.process = process;
    }

    /** Returns evenly spaced arrivals, one every {@code 1 / perSecond} seconds. The first arrival is immediate. */
    public static Arrivals constant(double perSecond) {
        double rate = ScheduleBounds.rate("the rate", perSecond);
        return new Arrivals(
                "constant " + ScheduleBounds.text(rate) + "/s",
                rate,
                false,
                samples -> nanos(samples, rate),
                random -> {
                    return new ArrivalTimes() {
                        private double count;

                        @Override
                        public double next() {
                            return nanos(count++, rate);
                        }
                    };
                });
    }

    /** Returns Poisson arrivals. The gaps are independent and exponentially distributed, with a coefficient of variation of 1. */
    public static Arrivals poisson(double perSecond) {
        double rate = ScheduleBounds.rate("the rate", perSecond);
        return new Arrivals(
                "poisson " + ScheduleBounds.text(rate) + "/s",
                rate,
                true,
                samples -> nanos(samples, rate),
                random -> new ArrivalGaps(rate, random::exponential));
    }

    /**
     * Returns arrivals with gamma-distributed gaps. The coefficient of variation of the gaps is {@code 1 / sqrt(shape)}.
     *
     * @param shape the shape of the distribution: a value below 1 gives bursts, 1 gives the same gaps as {@link #poisson}, and a value
     *     above 1 gives more even gaps. Other tools call this value burstiness or smoothness
     */
    public static Arrivals gamma(double perSecond, double shape) {
        double rate = ScheduleBounds.rate("the rate", perSecond);
        if (!(shape >= 0.01 && shape <= 10_000)) {
            throw new IllegalArgumentException(
                    "the shape must be between 0.01 and 10000 (1 is like poisson): got " + shape);
        }
        return new Arrivals(
                "gamma " + ScheduleBounds.text(rate) + "/s of shape " + ScheduleBounds.text(shape),
                rate,
                true,
                samples -> nanos(samples, rate),
                random -> new ArrivalGaps(rate, () -> random.gamma(shape)));
    }

    /**
     * Returns deterministic arrivals at a rate that changes linearly and then stays constant.
     *
     * @param from the rate at the start, per second; may be zero
     * @param over the time in which the rate changes
     */
    public static Arrivals ramp(double from, double to, Duration over) {
        double first = from == 0 ? 0 : ScheduleBounds.rate("the first rate", from);
        double last = ScheduleBounds.rate("the last rate", to);
        long nanos = ScheduleBounds.nanos("the duration of the ramp", over);
        Ramp ramp = new Ramp(first, last, nanos);
        return new Arrivals(
                "ramp from " + ScheduleBounds.text(first) + "/s to " + ScheduleBounds.text(last) + "/s in "
                        + ScheduleBounds.seconds(nanos),
                Math.max(first, last),
                false,
                ramp::nanosOf,
                random -> {
                    return new ArrivalTimes() {
                        private double count;

                        @Override
                        public double next() {
                            return ramp.nanosOf(count++);
                        }
                    };
                });
    }

    /** Returns the given number of arrivals, all at time zero. No other arrivals follow. */
    static Arrivals burst(long samples) {
        return new Arrivals("burst of " + samples, Double.POSITIVE_INFINITY, false, count -> 0, random -> {
            return new ArrivalTimes() {
                private double count;

                @Override
                public double next() {
                    return count++ < samples ? 0 : Double.POSITIVE_INFINITY;
                }
            };
        });
    }

    /** Returns the arrivals of a trace. No other arrivals follow. */
    static Arrivals replay(Trace trace) {
        return new Arrivals(
                "replay of " + trace.size() + " arrivals in " + ScheduleBounds.seconds(trace.nanos()),
                0,
                false,
                count -> trace.nanos(),
                random -> trace.times());
    }

    private static double nanos(double samples, double perSecond) {
        return samples * ScheduleBounds.NANOS_PER_SECOND / perSecond;
    }

    /** Returns the arrival times of one run. */
    ArrivalTimes times(RandomNumbers random) {
        return process.apply(random);
    }

    /** Returns true if the times are random. */
    boolean isRandom() {
        return isRandom;
    }

    @Override
    double nanosFor(long samples) {
        return nanosFor.applyAsDouble((double) samples);
    }

    @Override
    double peakRate() {
        return peakRate;
    }

    @Override
    public String toString() {
        return text;
    }
}
