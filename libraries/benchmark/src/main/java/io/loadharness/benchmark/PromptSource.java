// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.RequestSet;
import io.loadharness.workload.PromptStyle;
import io.loadharness.workload.SyntheticWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongToIntFunction;

/** Makes the prompts of a staged load, once it is known how many are needed. */
@FunctionalInterface
public interface PromptSource {

    /**
     * Makes or reads the requests.
     *
     * @throws IllegalArgumentException if a user can correct what is wrong
     * @throws IOException if a file cannot be read
     */
    RequestSet requests(PromptNeeds needs) throws IOException;

    /** Makes a number of prompts of a style. */
    @FunctionalInterface
    interface Maker {

        /** Returns the prompts. */
        SyntheticWorkload make(PromptStyle style, int count);
    }

    /**
     * Returns synthetic prompts.
     *
     * @param name of the data set
     * @param isOfIds true if prompts of completions are token ids, otherwise text
     * @param count the number of prompts, given the number of requests
     */
    static PromptSource synthetic(String name, boolean isOfIds, LongToIntFunction count, Maker maker) {
        return new SyntheticPrompts(name, isOfIds, count, maker);
    }

    /** Returns the first question of each conversation in a ShareGPT file, with the length of its recorded answer. */
    static PromptSource shareGpt(Path file) {
        return new ShareGptPrompts(file);
    }
}
