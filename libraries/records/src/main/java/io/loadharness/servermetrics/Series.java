// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A metric of a {@link Source} over time.
 *
 * @param name the name of the metric in the source
 * @param labels the labels; for a histogram or a summary, without the label {@code le} or {@code quantile}
 * @param kind the kind of the values
 * @param bounds for a histogram, the upper bounds of the buckets, except the last bound, which is infinite; otherwise empty
 * @param points the data points, in the order of their times
 */
public record Series(
        String name, Map<String, String> labels, SeriesKind kind, List<Double> bounds, List<Point> points) {

    public Series {
        Objects.requireNonNull(name, "name");
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        Objects.requireNonNull(kind, "kind");
        bounds = List.copyOf(bounds);
        points = List.copyOf(points);
    }

    /** Returns the sum of this histogram as a counter. */
    Series sums() {
        return counter(
                name + MetricNames.SUM,
                points.stream()
                        .map(each -> new Point(each.sentNanos(), each.nanos(), each.sum()))
                        .toList());
    }

    /** Returns the count of this histogram as a counter. */
    Series counts() {
        return counter(
                name + MetricNames.COUNT,
                points.stream()
                        .map(each -> new Point(each.sentNanos(), each.nanos(), each.value()))
                        .toList());
    }

    private Series counter(String newName, List<Point> values) {
        return new Series(newName, labels, SeriesKind.COUNTER, List.of(), values);
    }
}
