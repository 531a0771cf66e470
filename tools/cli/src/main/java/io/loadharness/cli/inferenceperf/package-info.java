// SPDX-License-Identifier: Apache-2.0
/**
 * Profiles of inference-perf, converted to settings of a run. The package {@code yaml} reads YAML, and the module {@code benchmark} runs
 * the load. Start reading at {@link io.loadharness.cli.inferenceperf.InferencePerfProfile}.
 */
@NullMarked
package io.loadharness.cli.inferenceperf;

import org.jspecify.annotations.NullMarked;
