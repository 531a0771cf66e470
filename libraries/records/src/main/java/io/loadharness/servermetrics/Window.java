// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

/**
 * The part of a run that LoadGen measures: from its {@code power_begin} to its {@code power_end}.
 *
 * @param startNanos the start, since the start of the recording
 * @param endNanos the end, since the start of the recording
 */
public record Window(long startNanos, long endNanos) {}
