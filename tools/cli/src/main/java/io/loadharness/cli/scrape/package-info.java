// SPDX-License-Identifier: Apache-2.0
/**
 * The options of {@code run} for scraping the metrics of servers. The scraping itself is in the module {@code benchmark}. Start reading at
 * {@link io.loadharness.cli.scrape.ScrapeOptions}.
 */
@NullMarked
package io.loadharness.cli.scrape;

import org.jspecify.annotations.NullMarked;
