// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the folder of a finished run and writes its reports: text, HTML, JSON and the formats of other tools. Metrics are computed in
 * {@code io.loadharness.metrics}, and runs are compared in {@link io.loadharness.report.compare}. Start reading at
 * {@link io.loadharness.report.RunReport}.
 */
@NullMarked
package io.loadharness.report;

import org.jspecify.annotations.NullMarked;
