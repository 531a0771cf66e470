// SPDX-License-Identifier: Apache-2.0
/**
 * The commands {@code report} and {@code export}, which read the output folder of a run. Report formats are in the module {@code report}.
 * Start reading at {@link io.loadharness.cli.report.ReportCommand}.
 */
@NullMarked
package io.loadharness.cli.report;

import org.jspecify.annotations.NullMarked;
