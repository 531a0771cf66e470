// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.benchmark.PromptSource;
import java.util.Optional;

/**
 * The prompts of a profile.
 *
 * @param source the source of the prompts
 * @param isOfIds true if the prompts of completion requests are token ids, which do not need a tokenizer
 * @param trace the trace that defines the lengths of the prompts; empty if there is none
 */
public record ProfilePrompts(PromptSource source, boolean isOfIds, Optional<TraceFile> trace) {}
