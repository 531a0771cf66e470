// SPDX-License-Identifier: Apache-2.0
/**
 * Summarizes the server metrics of a run within its window and compares them with the client's measurements. Scraping and the file format
 * of scrapes are in {@code io.loadharness.servermetrics}, and report formats are in {@link io.loadharness.report}. Start reading at
 * {@link io.loadharness.report.servers.ServerReport}.
 */
@NullMarked
package io.loadharness.report.servers;

import org.jspecify.annotations.NullMarked;
