// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.report.Quantity;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Formats metrics and their differences for people. */
final class FigureFormat {

    private FigureFormat() {}

    /** Returns a value. Adds the unit, unless the title of the metric contains it. */
    static String value(ComparedFigure figure, double value) {
        if (Metric.Unit.NANOSECONDS.symbol().equals(figure.unit())) {
            return time(value);
        }
        if (Rate.FAILURE_RATE.unit().equals(figure.unit())) {
            return String.format(Locale.ROOT, "%.2f %%", 100 * value);
        }
        if (Rate.DURATION.unit().equals(figure.unit())) {
            return Quantity.number(value) + " s";
        }
        return Quantity.number(value);
    }

    /** Returns a difference with its sign. */
    static String change(ComparedFigure figure, double difference) {
        return sign(difference) + value(figure, Math.abs(difference));
    }

    /** Returns a time in nanoseconds with a suitable unit. */
    static String time(double nanos) {
        return (nanos < 0 ? "-" : "") + Quantity.duration(Duration.ofNanos(Math.round(Math.abs(nanos))));
    }

    /** Returns a difference of times with its sign. */
    static String signedTime(double nanos) {
        return (nanos > 0 ? "+" : "") + time(nanos);
    }

    private static String sign(double difference) {
        return difference > 0 ? "+" : difference < 0 ? "-" : "";
    }

    /** Returns a difference in percent of the base; empty if the value of the base is 0. */
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
