// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.report.Quantity;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Numbers and their differences for people. */
final class Amounts {

    private Amounts() {}

    /** A figure, with its unit if that is not in its title. */
    static String value(ComparedFigure figure, double value) {
        if (Metric.Unit.NANOSECONDS.symbol().equals(figure.unit())) {
            return Quantity.duration(Duration.ofNanos(Math.round(value)));
        }
        if (Rate.FAILURE_RATE.unit().equals(figure.unit())) {
            return String.format(Locale.ROOT, "%.2f %%", 100 * value);
        }
        if (Rate.DURATION.unit().equals(figure.unit())) {
            return Quantity.number(value) + " s";
        }
        return Quantity.number(value);
    }

    /** A difference of figures, with its sign. */
    static String change(ComparedFigure figure, double difference) {
        String sign = difference > 0 ? "+" : difference < 0 ? "-" : "";
        return sign + value(figure, Math.abs(difference));
    }

    /** A difference as a part of the base; empty if that is 0. */
    static Optional<String> relative(Difference difference) {
        return difference.relative().isEmpty()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT, "%+.1f %%", 100 * difference.relative().getAsDouble()));
    }

    static Optional<String> interval(ComparedFigure figure, Difference difference) {
        return difference.interval().map(known -> change(figure, known.low()) + " to " + change(figure, known.high()));
    }
}
