// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

/**
 * The part of a run that LoadGen measures: from its {@code power_begin} to its {@code power_end}.
 *
 * @param beginNanos since the recording began
 * @param endNanos the same
 */
public record Window(long beginNanos, long endNanos) {}
