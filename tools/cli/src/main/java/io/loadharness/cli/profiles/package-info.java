// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code profiles}, the profiles that can be given by name, and the translation of the profiles of guidellm, vllm-benchmark and
 * fmperf. The package {@code inferenceperf} reads profiles of inference-perf; {@code llmd} runs profiles like llm-d-benchmark. Start
 * reading at {@link io.loadharness.cli.profiles.ProfileReader}.
 */
@NullMarked
package io.loadharness.cli.profiles;

import org.jspecify.annotations.NullMarked;
