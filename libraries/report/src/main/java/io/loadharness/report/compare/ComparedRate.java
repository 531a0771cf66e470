// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Rate;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A rate of a whole run as a compared metric.
 *
 * @param rate the rate
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
    public BetterDirection better() {
        return switch (rate) {
            case REQUESTS_PER_SECOND, OUTPUT_TOKENS_PER_SECOND, INPUT_TOKENS_PER_SECOND, TOTAL_TOKENS_PER_SECOND ->
                BetterDirection.HIGHER;
            case FAILURE_RATE -> BetterDirection.LOWER;
            case DURATION, CONCURRENCY -> BetterDirection.NEITHER;
        };
    }

    @Override
    public OptionalDouble of(ComparedRun run) {
        Double value = run.rates().get(rate);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns an interval for the failure rate only. The variance of other rates is unknown, because each run has only one value. */
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
                        run.completed().getAsLong() + run.failed().getAsLong()))
                : Optional.empty();
    }

    /**
     * A proportion, such as the share of failed requests in all requests.
     *
     * @param count the number of counted trials, such as failed requests
     * @param total the number of all trials; at least 1
     */
    private record Proportion(long count, long total) {

        /** The two-sided 95 % quantile of the standard normal distribution. */
        private static final double Z = 1.959964;

        /**
         * Returns Newcombe's interval of a difference, computed from the Wilson intervals of both proportions. Unlike a bootstrap interval,
         * it has a positive width even if no request failed.
         */
        static Interval difference(Proportion base, Proportion other) {
            Interval ofBase = base.wilson();
            Interval ofOther = other.wilson();
            double difference = other.value() - base.value();
            return new Interval(
                    difference - Math.hypot(other.value() - ofOther.low(), ofBase.high() - base.value()),
                    difference + Math.hypot(ofOther.high() - other.value(), base.value() - ofBase.low()));
        }

        private double value() {
            return (double) count / total;
        }

        private Interval wilson() {
            double square = Z * Z / total;
            double middle = (value() + square / 2) / (1 + square);
            double half = Math.sqrt(value() * (1 - value()) * square + square * square / 4) / (1 + square);
            return new Interval(Math.max(0, middle - half), Math.min(1, middle + half));
        }
    }
}
