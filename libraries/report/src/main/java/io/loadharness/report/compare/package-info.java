// SPDX-License-Identifier: Apache-2.0
/**
 * Compares runs of LoadHarness and of other tools, and finds regressions. Reports of a single run are in {@link io.loadharness.report}.
 * Start reading at {@link io.loadharness.report.compare.Comparison}. It compares each {@link io.loadharness.report.compare.ComparedRun}
 * with the first run.
 */
@NullMarked
package io.loadharness.report.compare;

import org.jspecify.annotations.NullMarked;
