// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.time.Duration;
import java.util.Optional;

/**
 * The expected size and duration of a run, computed before the run starts.
 *
 * @param queries the approximate number of queries that LoadGen generates; in a search for the peak rate, the number at the initial rate
 * @param samples the number of samples in those queries
 * @param expectedDuration the duration, computed from the rate or the latency in the settings; empty in a search for the peak rate
 */
record RunPlan(long queries, long samples, Optional<Duration> expectedDuration) {}
