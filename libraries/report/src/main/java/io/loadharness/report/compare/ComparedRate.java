// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Rate;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A rate of a run as a whole.
 *
 * @param rate which
 */
public record ComparedRate(Rate rate) implements ComparedFigure {

    @Override
    public String id() {
        return rate.id();
    }

    @Override
    public String title() {
        return rate.title();
    }

    @Override
    public String unit() {
        return rate.unit();
    }

    @Override
    public Better better() {
        return switch (rate) {
            case REQUESTS_PER_SECOND, OUTPUT_TOKENS_PER_SECOND, INPUT_TOKENS_PER_SECOND, TOTAL_TOKENS_PER_SECOND ->
                Better.HIGHER;
            case FAILURE_RATE -> Better.LOWER;
            case DURATION, CONCURRENCY -> Better.NEITHER;
        };
    }

    @Override
    public OptionalDouble of(ComparedRun run) {
        Double value = run.rates().get(rate);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** A run has one rate, of which nobody can say how it would vary; but whether a request fails happens many times. */
    @Override
    public Optional<Interval> interval(ComparedRun base, ComparedRun other) {
        if (rate != Rate.FAILURE_RATE) {
            return Optional.empty();
        }
        Optional<Proportion> ofBase = failed(base);
        Optional<Proportion> ofOther = failed(other);
        return ofBase.isPresent() && ofOther.isPresent()
                ? Optional.of(Proportion.difference(ofBase.get(), ofOther.get()))
                : Optional.empty();
    }

    private Optional<Proportion> failed(ComparedRun run) {
        return of(run).isPresent() && run.failed().isPresent()
                ? Optional.of(new Proportion(
                        run.failed().getAsLong(),
                        run.answered().getAsLong() + run.failed().getAsLong()))
                : Optional.empty();
    }

    /**
     * How many of some.
     *
     * @param count of those that it is about
     * @param total at least 1
     */
    private record Proportion(long count, long total) {

        /** A normal variable is so many deviations from its mean at most, with 95 % confidence. */
        private static final double DEVIATIONS = 1.959964;

        /**
         * Newcombe's interval of a difference, out of Wilson's intervals of both. Unlike a bootstrap it knows that none of a few may be some
         * of many.
         */
        static Interval difference(Proportion base, Proportion other) {
            Interval ofBase = base.wilson();
            Interval ofOther = other.wilson();
            double difference = other.share() - base.share();
            return new Interval(
                    difference - Math.hypot(other.share() - ofOther.low(), ofBase.high() - base.share()),
                    difference + Math.hypot(ofOther.high() - other.share(), base.share() - ofBase.low()));
        }

        private double share() {
            return (double) count / total;
        }

        private Interval wilson() {
            double square = DEVIATIONS * DEVIATIONS / total;
            double middle = (share() + square / 2) / (1 + square);
            double half = Math.sqrt(share() * (1 - share()) * square + square * square / 4) / (1 + square);
            return new Interval(Math.max(0, middle - half), Math.min(1, middle + half));
        }
    }
}
