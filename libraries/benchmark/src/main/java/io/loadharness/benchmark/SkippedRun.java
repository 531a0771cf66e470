// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.Verdict;

/**
 * A planned run that was never started.
 *
 * @param scenario the scenario of the run
 * @param load the description of the load; only the name of the load if the benchmark was aborted before the data was read
 * @param verdict {@code ABORTED} if the benchmark was aborted, {@code INVALID} if a server was lost
 * @param reason the reason why the run was not started
 */
public record SkippedRun(Scenario scenario, String load, Verdict verdict, Reason reason) {}
