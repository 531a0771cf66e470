// SPDX-License-Identifier: Apache-2.0
/** Profilers of servers beside runs: the options, from when to when, and what they leave. */
@NullMarked
package io.loadharness.cli.profiler;

import org.jspecify.annotations.NullMarked;
