// SPDX-License-Identifier: Apache-2.0
/**
 * Profilers of servers: nsys, rocprof, PyTorch and custom commands. The code that chooses the profiled part of a run is in
 * {@code io.loadharness.benchmark}. Start reading at {@link io.loadharness.servers.profiler.Profiling}.
 */
@NullMarked
package io.loadharness.servers.profiler;

import org.jspecify.annotations.NullMarked;
