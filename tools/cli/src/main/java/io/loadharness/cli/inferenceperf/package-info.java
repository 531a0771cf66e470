// SPDX-License-Identifier: Apache-2.0
/** Profiles of inference-perf, read into what {@code harness run} does. */
@NullMarked
package io.loadharness.cli.inferenceperf;

import org.jspecify.annotations.NullMarked;
