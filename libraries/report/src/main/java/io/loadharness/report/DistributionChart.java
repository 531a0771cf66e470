// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;

/** The data of a chart of a distribution. The size of the data does not depend on the number of values. */
@SuppressWarnings("exports") // only used by pages of LoadHarness, which build their data with Jackson
public final class DistributionChart {

    private static final int BARS = 60;
    private static final double[] TAIL = {99.6, 99.7, 99.8, 99.9, 99.99};

    private DistributionChart() {}

    /** Returns an object with the formula of the metric, the percentile curve and the histogram. */
    public static ObjectNode of(Metric metric, Distribution values) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("formula", metric.formula());
        curve(values, node.putArray("curve"));
        histogram(values, node.putObject("histogram"));
        return node;
    }

    /** Adds the percentile curve as pairs: a percentage, and the value at this percentile. */
    private static void curve(Distribution values, ArrayNode curve) {
        for (int halves = 0; halves < 200; halves++) {
            point(halves / 2.0, values, curve);
        }
        for (double each : TAIL) {
            point(each, values, curve);
        }
        curve.addArray().add(100).add(values.max());
    }

    private static void point(double percentage, Distribution values, ArrayNode curve) {
        curve.addArray().add(percentage).add(values.percentile(percentage));
    }

    /**
     * Adds bars of equal width, starting at the smallest value. The last bar ends at the maximum, but not above
     * {@code min + 2 * (p99 - min)}. The field {@code beyond} is the number of values above the last bar.
     */
    private static void histogram(Distribution values, ObjectNode histogram) {
        long from = values.min();
        long p99 = values.percentile(99);
        long to = p99 > from ? Math.min(values.max(), p99 + (p99 - from)) : values.max();
        long width = Math.max(1, -Math.floorDiv(from - to, (long) BARS));
        ArrayNode counts = histogram.put("from", from).put("width", width).putArray("counts");
        long below = 0;
        for (long end = from + width; below < values.count() && counts.size() < BARS; end += width) {
            long upTo = values.countAtMost(end - (counts.size() == BARS - 1 ? 0 : 1));
            counts.add(upTo - below);
            below = upTo;
        }
        histogram.put("beyond", values.count() - below);
    }
}
