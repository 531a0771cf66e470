/** The meters of runs, for Prometheus. */
package io.loadharness.cli.metrics;
