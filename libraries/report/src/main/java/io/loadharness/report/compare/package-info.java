// SPDX-License-Identifier: Apache-2.0
/**
 * Compares runs. A {@link io.loadharness.report.compare.ComparedRun} is what one result says, whichever tool it is of; a
 * {@link io.loadharness.report.compare.Comparison} sets some of them beside each other, the first as the base.
 */
@NullMarked
package io.loadharness.report.compare;

import org.jspecify.annotations.NullMarked;
