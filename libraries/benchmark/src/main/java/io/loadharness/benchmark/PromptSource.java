// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.RequestSet;
import io.loadharness.workload.LengthDistribution;
import io.loadharness.workload.PromptStyle;
import io.loadharness.workload.SyntheticWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongToIntFunction;

/** A source of prompts for a load with stages. The benchmark calls the source when the required number of prompts is known. */
@FunctionalInterface
public interface PromptSource {

    /**
     * Generates or reads the requests.
     *
     * @throws IllegalArgumentException if the settings or the data are invalid
     * @throws IOException if a file cannot be read
     */
    RequestSet requests(PromptNeeds needs) throws IOException;

    /** A function that generates prompts of a style. */
    @FunctionalInterface
    interface Maker {

        /** Returns the given number of prompts. */
        SyntheticWorkload make(PromptStyle style, int count);
    }

    /**
     * Returns a source of synthetic prompts.
     *
     * @param name the name of the data set
     * @param usesTokenIds true if completion prompts are token ids; false if they are text
     * @param count computes the number of prompts from the number of requests
     */
    static PromptSource synthetic(String name, boolean usesTokenIds, LongToIntFunction count, Maker maker) {
        return new SyntheticPrompts(name, usesTokenIds, count, maker);
    }

    /**
     * Returns a source of prompts from a ShareGPT file. Each prompt is the first question of a conversation. The requested output length is
     * the length of the recorded answer to this question, unless the user set a maximum number of output tokens.
     */
    static PromptSource shareGpt(Path file) {
        return shareGpt(file, Optional.empty(), Optional.empty());
    }

    /**
     * Returns a source of prompts from a ShareGPT file, like {@link #shareGpt(Path)}. For completion requests, the source uses only
     * conversations whose lengths are in the given ranges, as inference-perf does. These ranges require a tokenizer. For chat requests, the
     * source uses all conversations.
     *
     * @param questions the allowed numbers of tokens of a question; empty if all are allowed
     * @param answers the allowed numbers of tokens of an answer; empty if all are allowed
     */
    static PromptSource shareGpt(
            Path file, Optional<LengthDistribution> questions, Optional<LengthDistribution> answers) {
        return new ShareGptPrompts(file, questions, answers);
    }
}
