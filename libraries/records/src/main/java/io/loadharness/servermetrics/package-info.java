// SPDX-License-Identifier: Apache-2.0
/**
 * Metrics that servers expose, scraped during a run on the clock of the run. Metrics that the client measures are in
 * {@code io.loadharness.metrics}; reports of server metrics are in {@code io.loadharness.report.servers}. Start reading at
 * {@link io.loadharness.servermetrics.Scraper}, which writes them, and {@link io.loadharness.servermetrics.ScrapeLog}, which reads them.
 */
@NullMarked
package io.loadharness.servermetrics;

import org.jspecify.annotations.NullMarked;
