// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import io.loadharness.cli.options.Counts;
import io.loadharness.inference.GenerationParameters;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how answers shall be. */
public final class GenerationOptions {

    @Option(
            names = "--max-tokens",
            paramLabel = "N",
            defaultValue = "128",
            description = "The most tokens of an answer, unless the data set says how many in a column output_lens."
                    + " Default: ${DEFAULT-VALUE}")
    private int maxTokens;

    @Option(names = "--min-tokens", paramLabel = "N", description = "The fewest tokens of an answer.")
    private @Nullable Integer minTokens;

    @Option(
            names = "--temperature",
            paramLabel = "N",
            defaultValue = "0",
            description = "0 for the likeliest token each time. Default: ${DEFAULT-VALUE}")
    private double temperature;

    @Option(names = "--top-p", paramLabel = "N", description = "The share of probability that tokens are drawn from.")
    private @Nullable Double topP;

    @Option(
            names = "--top-k",
            paramLabel = "N",
            description = "How many of the likeliest tokens are drawn from; -1 for all.")
    private @Nullable Integer topK;

    @Option(names = "--sampling-seed", paramLabel = "N", description = "Has servers draw the same tokens again.")
    private @Nullable Long seed;

    @Option(
            names = "--no-streaming",
            description = "Ask for whole answers; then nobody knows when the first token came.")
    private boolean whole;

    @Option(names = "--uncounted", description = "Measure without tokens: take answers whose tokens nobody counts.")
    private boolean uncounted;

    /**
     * What the servers are told.
     *
     * @throws IllegalArgumentException if an option has no meaning
     */
    public GenerationParameters parameters() {
        Counts.requireAtLeast(1, "--max-tokens", maxTokens);
        require(
                temperature >= 0 && temperature <= 100,
                "--temperature is " + temperature + " and must be from 0 to 100");
        GenerationParameters.Builder parameters =
                GenerationParameters.builder().maxTokens(maxTokens).temperature(temperature);
        if (minTokens != null) {
            Counts.requireAtLeast(0, "--min-tokens", minTokens);
            require(
                    minTokens <= maxTokens,
                    "--min-tokens is " + minTokens + " and --max-tokens " + maxTokens + ", which is less");
            parameters.minTokens(minTokens);
        }
        if (topP != null) {
            require(topP > 0 && topP <= 1, "--top-p is " + topP + " and must be more than 0, at most 1");
            parameters.topP(topP);
        }
        if (topK != null) {
            Counts.requireAtLeast(-1, "--top-k", topK);
            parameters.topK(topK);
        }
        if (seed != null) {
            parameters.seed(seed);
        }
        return parameters.build();
    }

    /** Whether answers come in pieces. */
    public boolean streamed() {
        return !whole;
    }

    /** Whether an answer whose tokens nobody counts is a failure. */
    public boolean counted() {
        return !uncounted;
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
