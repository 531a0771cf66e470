// SPDX-License-Identifier: Apache-2.0
/**
 * Classes that load generators share, for authors of a {@link io.loadharness.LoadGenerator}.
 *
 * <pre>
 * LoadGenerator.start ─► ActiveRuns.start ─► GeneratorRun: RUNNING ─► ENDING (abort, failure, stall) ─► CLOSING ─► ENDED ─► TestResult
 * </pre>
 *
 * <p>A generator issues queries with {@link io.loadharness.Query#of}, receives their results in a {@link io.loadharness.SampleSink}, and
 * starts its runs with {@link io.loadharness.generator.ActiveRuns}. The generators themselves are in other packages: LoadGen is in
 * {@code io.loadharness.loadgen}, schedules are in {@code io.loadharness.schedule}. Start reading at
 * {@link io.loadharness.generator.GeneratorRun}.
 */
@NullMarked
package io.loadharness.generator;

import org.jspecify.annotations.NullMarked;
