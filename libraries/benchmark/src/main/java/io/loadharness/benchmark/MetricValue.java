// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.metrics.Figure;
import java.util.OptionalDouble;

/**
 * A metric of a run.
 *
 * @param figure which metric
 * @param value times in seconds; empty if the run did not measure it
 */
public record MetricValue(Figure figure, OptionalDouble value) {

    /**
     * Returns the value, times in seconds.
     *
     * @throws java.util.NoSuchElementException if the run did not measure it
     */
    public double asDouble() {
        return value.orElseThrow();
    }

    /** Returns the value with its unit for people, or {@code unknown}. */
    @Override
    public String toString() {
        return value.isPresent() ? figure.text(value.getAsDouble()) : "unknown";
    }
}
