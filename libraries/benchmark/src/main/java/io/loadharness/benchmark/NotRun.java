// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.Verdict;

/**
 * A run that was planned and never started.
 *
 * @param scenario of the run
 * @param load of the run in words
 * @param verdict {@code ABORTED} if the benchmark was stopped, {@code INVALID} if a server was lost
 * @param reason why it was not started
 */
public record NotRun(Scenario scenario, String load, Verdict verdict, Reason reason) {}
