/** {@code harness bench}: ratios to the native limit, measured in the same run. */
package io.loadharness.benchmarks;
