// SPDX-License-Identifier: Apache-2.0
/**
 * Metrics that servers expose, scraped during a run, with the same clock as the records of the run. Metrics that the client measures are in
 * {@code io.loadharness.metrics}; reports of server metrics are in {@code io.loadharness.report.servers}. Start reading at
 * {@link io.loadharness.servermetrics.Scraper}, which writes these metrics to a file, and {@link io.loadharness.servermetrics.ScrapeLog},
 * which reads the file.
 */
@NullMarked
package io.loadharness.servermetrics;

import org.jspecify.annotations.NullMarked;
