// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Assembles a histogram or a summary from its lines. For a summary, keeps only the count and the sum, not the quantiles. Not thread-safe.
 */
final class Buckets {

    private final String name;
    private final Map<String, String> labels;
    private final boolean ofHistogram;
    private final TreeMap<Double, Double> upTo = new TreeMap<>();
    private double sum = Double.NaN;
    private double count = Double.NaN;

    Buckets(String name, Map<String, String> labels, boolean ofHistogram) {
        this.name = name;
        this.labels = labels;
        this.ofHistogram = ofHistogram;
    }

    void sum(double value) {
        sum = value;
    }

    void count(double value) {
        count = value;
    }

    void bucket(double bound, double value) throws ScrapeException {
        if (upTo.put(bound, value) != null) {
            throw new ScrapeException("duplicate bucket");
        }
    }

    /**
     * Returns the histogram; for a summary, a histogram without bounds.
     *
     * @throws ScrapeException if the histogram is incomplete or inconsistent
     */
    Reading reading() throws ScrapeException {
        if (!ofHistogram || (upTo.isEmpty() && !Double.isNaN(count))) {
            upTo.put(Double.POSITIVE_INFINITY, count);
        }
        if (!upTo.containsKey(Double.POSITIVE_INFINITY)) {
            throw new ScrapeException("the histogram " + name + " has no bucket for +Inf");
        }
        double before = 0;
        for (double each : upTo.values()) {
            if (!(each >= before)) {
                throw new ScrapeException(
                        "the buckets of " + name + " are not cumulative: a count is less than the count before it");
            }
            before = each;
        }
        List<Double> bounds = List.copyOf(upTo.headMap(Double.POSITIVE_INFINITY).keySet());
        double[] buckets =
                upTo.values().stream().mapToDouble(Double::doubleValue).toArray();
        return new Reading(name, labels, SeriesKind.HISTOGRAM, bounds, before, sum, buckets);
    }
}
