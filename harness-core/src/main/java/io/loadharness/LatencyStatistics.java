// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.time.Duration;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The distribution of a duration, such as the latency, over the samples of a run.
 *
 * <pre>{@code
 * Duration p99 = performance.latency().percentile(99);
 * }</pre>
 *
 * @param min the shortest duration
 * @param max the longest duration
 * @param mean the arithmetic mean
 * @param percentiles the percentiles; the key is the percentage. LoadGen provides 50, 90, 95, 97, 99 and 99.9
 */
public record LatencyStatistics(Duration min, Duration max, Duration mean, NavigableMap<Double, Duration> percentiles) {

    public LatencyStatistics {
        Objects.requireNonNull(min, "min");
        Objects.requireNonNull(max, "max");
        Objects.requireNonNull(mean, "mean");
        percentiles = Collections.unmodifiableNavigableMap(new TreeMap<>(percentiles));
    }

    /**
     * Returns a percentile of the duration.
     *
     * @param percentage the percentage, for example 99 for the 99th percentile
     * @throws IllegalArgumentException if this percentile was not measured
     */
    public Duration percentile(double percentage) {
        Duration found = percentiles.get(percentage);
        if (found == null) {
            throw new IllegalArgumentException(
                    "percentile " + percentage + " was not measured, only " + percentiles.keySet());
        }
        return found;
    }
}
