// SPDX-License-Identifier: Apache-2.0
/**
 * What a run measured, computed from its records: {@link io.loadharness.metrics.Metric} is the dictionary of what is measured of a
 * request, {@link io.loadharness.metrics.Rate} of what is measured of a run.
 */
@NullMarked
package io.loadharness.metrics;

import org.jspecify.annotations.NullMarked;
