// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.benchmark.PromptSource;
import java.util.Optional;

/**
 * The prompts of a profile.
 *
 * @param source makes them
 * @param isOfIds true if prompts of completions are token ids, for which no tokenizer is needed
 * @param trace that they are made for; empty if there is none
 */
public record ProfilePrompts(PromptSource source, boolean isOfIds, Optional<TraceFile> trace) {}
