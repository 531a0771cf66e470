// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.metrics.RunStatistic;
import java.util.OptionalDouble;

/**
 * The value of a metric of a run.
 *
 * <pre>{@code
 * double seconds = result.metric("ttft.p99").asDouble();
 * }</pre>
 *
 * @param figure the metric
 * @param value the value; times are in seconds; empty if the run did not measure the metric
 */
public record MetricValue(RunStatistic figure, OptionalDouble value) {

    /**
     * Returns the value; times are in seconds.
     *
     * @throws java.util.NoSuchElementException if the run did not measure the metric
     */
    public double asDouble() {
        return value.orElseThrow();
    }

    /** Returns the value with its unit, such as {@code 1.2 s}, or {@code unknown}. */
    @Override
    public String toString() {
        return value.isPresent() ? figure.text(value.getAsDouble()) : "unknown";
    }
}
