// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/**
 * Samples that are due at moments of their own, whatever became of those before: an open loop. The moments follow from a seed alone.
 *
 * <pre>{@code
 * Schedule schedule = Arrivals.poisson(50).during(Duration.ofMinutes(1));
 * }</pre>
 */
public final class Arrivals extends Traffic {

    private final String text;
    private final double peakRate;
    private final DoubleUnaryOperator nanosFor;
    private final Function<Draws, Offsets> process;

    private Arrivals(String text, double peakRate, DoubleUnaryOperator nanosFor, Function<Draws, Offsets> process) {
        this.text = text;
        this.peakRate = peakRate;
        this.nanosFor = nanosFor;
        this.process = process;
    }

    /** One every {@code 1 / perSecond} seconds, the first at once. */
    public static Arrivals constant(double perSecond) {
        double rate = ScheduleBounds.rate("the rate", perSecond);
        return new Arrivals(
                "constant " + ScheduleBounds.text(rate) + "/s", rate, samples -> nanos(samples, rate), draws -> {
                    return new Offsets() {
                        private double count;

                        @Override
                        public double next() {
                            return nanos(count++, rate);
                        }
                    };
                });
    }

    /** Independent of each other: gaps are exponential, so that their coefficient of variation is 1. */
    public static Arrivals poisson(double perSecond) {
        double rate = ScheduleBounds.rate("the rate", perSecond);
        return new Arrivals(
                "poisson " + ScheduleBounds.text(rate) + "/s",
                rate,
                samples -> nanos(samples, rate),
                draws -> new ArrivalGaps(rate, draws::exponential));
    }

    /**
     * Gaps of a gamma distribution, whose coefficient of variation is {@code 1 / sqrt(shape)}.
     *
     * @param shape less than 1 for bursts, 1 for {@link #poisson}, more for calm; others call it burstiness or smoothness
     */
    public static Arrivals gamma(double perSecond, double shape) {
        double rate = ScheduleBounds.rate("the rate", perSecond);
        if (!(shape >= 0.01 && shape <= 10_000)) {
            throw new IllegalArgumentException(
                    "the shape is " + shape + " and must be at least 0.01, at most 10000; 1 is as poisson");
        }
        return new Arrivals(
                "gamma " + ScheduleBounds.text(rate) + "/s of shape " + ScheduleBounds.text(shape),
                rate,
                samples -> nanos(samples, rate),
                draws -> new ArrivalGaps(rate, () -> draws.gamma(shape)));
    }

    /**
     * Evenly spaced at a rate that changes in proportion to the time, and stays where it is after that.
     *
     * @param from the rate at the begin, per second; may be zero
     * @param over how long it changes
     */
    public static Arrivals ramp(double from, double to, Duration over) {
        double first = from == 0 ? 0 : ScheduleBounds.rate("the first rate", from);
        double last = ScheduleBounds.rate("the last rate", to);
        long nanos = ScheduleBounds.nanos("the time of the ramp", over);
        Ramp ramp = new Ramp(first, last, nanos);
        return new Arrivals(
                "ramp from " + ScheduleBounds.text(first) + "/s to " + ScheduleBounds.text(last) + "/s in "
                        + ScheduleBounds.seconds(nanos),
                Math.max(first, last),
                ramp::nanosOf,
                draws -> {
                    return new Offsets() {
                        private double count;

                        @Override
                        public double next() {
                            return ramp.nanosOf(count++);
                        }
                    };
                });
    }

    /** All at once, and no more. */
    static Arrivals burst(long samples) {
        return new Arrivals("burst of " + samples, Double.POSITIVE_INFINITY, count -> 0, draws -> {
            return new Offsets() {
                private double count;

                @Override
                public double next() {
                    return count++ < samples ? 0 : Double.POSITIVE_INFINITY;
                }
            };
        });
    }

    /** As they were recorded, and no more. */
    static Arrivals replay(Trace trace) {
        return new Arrivals(
                "replay of " + trace.size() + " arrivals in " + ScheduleBounds.seconds(trace.nanos()),
                0,
                count -> trace.nanos(),
                draws -> trace.offsets());
    }

    private static double nanos(double samples, double perSecond) {
        return samples * ScheduleBounds.NANOS_PER_SECOND / perSecond;
    }

    /** The moments of one run. */
    Offsets begin(Draws draws) {
        return process.apply(draws);
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
