// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks assembled by program. Start reading at {@link io.loadharness.benchmark.Benchmark}: its builder collects what a run needs,
 * {@code run()} returns a {@link io.loadharness.benchmark.BenchmarkResult}. Holds no console, no command line and no file formats of
 * configurations; those are the command line's.
 */
@NullMarked
package io.loadharness.benchmark;

import org.jspecify.annotations.NullMarked;
