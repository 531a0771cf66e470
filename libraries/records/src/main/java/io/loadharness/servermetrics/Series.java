// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A number of a {@link Source} over time.
 *
 * @param name what the source calls it
 * @param labels what tells it from others of this name, the bound of a bucket aside
 * @param kind what its numbers are
 * @param bounds of a histogram, without the last one, which is infinite; else empty
 * @param points in the order of time
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

    /** Of a histogram, its sum as a counter. */
    Series sums() {
        return counter(
                name + MetricNames.SUM,
                points.stream().map(each -> Point.of(each.nanos(), each.sum())).toList());
    }

    /** Of a histogram, how many values came, as a counter. */
    Series counts() {
        return counter(
                name + MetricNames.COUNT,
                points.stream()
                        .map(each -> Point.of(each.nanos(), each.value()))
                        .toList());
    }

    private Series counter(String called, List<Point> values) {
        return new Series(called, labels, SeriesKind.COUNTER, List.of(), values);
    }
}
