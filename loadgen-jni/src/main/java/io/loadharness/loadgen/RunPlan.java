// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.time.Duration;
import java.util.Optional;

/**
 * What a run will be, told before it begins.
 *
 * @param queries that LoadGen generates, about; while it searches the peak, for the rate it begins with
 * @param samples in those queries
 * @param expectedDuration how long it takes if the system is as fast as the settings say; empty while searching the peak
 */
record RunPlan(long queries, long samples, Optional<Duration> expectedDuration) {}
