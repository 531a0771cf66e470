/** Which servers are asked for their metrics while a run goes on, by {@code harness run}. */
package io.loadharness.cli.scrape;
