// SPDX-License-Identifier: Apache-2.0
/**
 * Load patterns that LoadGen does not support, and the {@link io.loadharness.LoadGenerator} that runs these patterns. LoadGen itself is in
 * {@code io.loadharness.loadgen}. Metrics and reports of requests are in the modules for records and reports. Start reading at
 * {@link io.loadharness.schedule.ScheduledLoad} and {@link io.loadharness.schedule.Schedule}.
 *
 * <pre>
 * Arrivals (open loop: samples at scheduled times)         ─┐ during, samples
 * Concurrency (closed loop: a number of samples in flight) ─┼─► Schedule ─► ScheduledLoad ─► TestResult
 * Trace (open loop: recorded times)                        ─┘
 * </pre>
 */
@NullMarked
package io.loadharness.schedule;

import org.jspecify.annotations.NullMarked;
