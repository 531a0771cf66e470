// SPDX-License-Identifier: Apache-2.0
/**
 * Shared parts of load generators, for authors of a {@link io.loadharness.LoadGenerator}.
 *
 * <pre>
 * LoadGenerator.start ─► ActiveRuns.start ─► GeneratorRun: RUNNING ─► ENDING (abort, failure, stall) ─► CLOSING ─► ENDED ─► TestResult
 * </pre>
 *
 * <p>A generator extends {@link io.loadharness.generator.GeneratorRun} and starts its runs with
 * {@link io.loadharness.generator.ActiveRuns}. It issues queries with {@link io.loadharness.Query#of} and takes the answers back in a
 * {@link io.loadharness.SampleSink}.
 */
@NullMarked
package io.loadharness.generator;

import org.jspecify.annotations.NullMarked;
