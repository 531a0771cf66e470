package io.loadharness.benchmark;

import io.loadharness.Scenario;
import io.loadharness.Verdict;

/**
 * A run that was planned and never started.
 *
 * @param scenario of the run
 * @param load of the run in words
 * @param verdict {@code ABORTED} if the benchmark was stopped, {@code INVALID} if a server was lost
 * @param reason a sentence
 */
public record NotRun(Scenario scenario, String load, Verdict verdict, String reason) {}
