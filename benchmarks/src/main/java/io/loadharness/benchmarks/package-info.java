// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code harness bench}, which measures the performance of LoadHarness. Most figures are ratios to a native program that is
 * measured in the same run. Concurrency tests of single classes are in {@code stress}. Start reading at
 * {@link io.loadharness.benchmarks.BenchCommand}.
 */
@NullMarked
package io.loadharness.benchmarks;

import org.jspecify.annotations.NullMarked;
