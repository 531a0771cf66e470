// SPDX-License-Identifier: Apache-2.0
/**
 * Metrics of requests and runs, computed from records, and live metrics during a run. The records themselves are in
 * {@code io.loadharness.record}, and the metrics that servers expose are in {@code io.loadharness.servermetrics}. Start reading at
 * {@link io.loadharness.metrics.RunMetrics}.
 */
@NullMarked
package io.loadharness.metrics;

import org.jspecify.annotations.NullMarked;
