// SPDX-License-Identifier: Apache-2.0
/**
 * The options of {@code run} for profiling servers. The profilers themselves are in the module {@code benchmark}. Start reading at
 * {@link io.loadharness.cli.profiler.ProfilerOptions}.
 */
@NullMarked
package io.loadharness.cli.profiler;

import org.jspecify.annotations.NullMarked;
