// SPDX-License-Identifier: Apache-2.0
/**
 * Load that LoadGen does not know: a {@link io.loadharness.schedule.ScheduledLoad} is a second {@link io.loadharness.LoadGenerator}, which
 * issues samples as a {@link io.loadharness.schedule.Schedule} says.
 *
 * <pre>
 * Arrivals (open: samples are due at moments)     ─┐ during, samples
 * Concurrency (closed: so many at a time)         ─┼─► Schedule ─► ScheduledLoad ─► TestResult
 * Trace (open: the moments of something recorded) ─┘
 * </pre>
 */
@NullMarked
package io.loadharness.schedule;

import org.jspecify.annotations.NullMarked;
