// SPDX-License-Identifier: Apache-2.0
/**
 * The Java API for complete benchmarks: target, load, data, requirements, results. Console output, command-line options and configuration
 * files are in the command line tool. Start reading at {@link io.loadharness.benchmark.Benchmark}.
 */
@NullMarked
package io.loadharness.benchmark;

import org.jspecify.annotations.NullMarked;
