// SPDX-License-Identifier: Apache-2.0
/**
 * Micrometer meters of a run, and an HTTP endpoint that serves the meters to Prometheus. The live metrics of the console and of reports are
 * in {@code io.loadharness.metrics}. Start reading at {@link io.loadharness.micrometer.LoadHarnessMetrics}.
 */
@NullMarked
package io.loadharness.micrometer;

import org.jspecify.annotations.NullMarked;
