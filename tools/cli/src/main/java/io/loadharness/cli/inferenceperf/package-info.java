/** Profiles of inference-perf, read into what {@code harness run} does. */
package io.loadharness.cli.inferenceperf;
