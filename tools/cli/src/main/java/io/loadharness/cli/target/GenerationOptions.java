// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import io.loadharness.cli.options.Counts;
import io.loadharness.inference.GenerationParameters;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the generation of completions. */
public final class GenerationOptions {

    @Option(
            names = "--max-tokens",
            paramLabel = "N",
            defaultValue = "128",
            description = "Maximum number of output tokens of a completion. The column 'output_lens' of a data set"
                    + " takes precedence over this option. Default: 128")
    private int maxTokens;

    @Option(
            names = "--min-tokens",
            paramLabel = "N",
            description = "Minimum number of output tokens of a completion, for example 16.")
    private @Nullable Integer minTokens;

    @Option(
            names = "--temperature",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Sampling temperature, for example 0.7. With 0, the server always chooses the most likely token."
                            + " Default: ${DEFAULT-VALUE}")
    private double temperature;

    @Option(
            names = "--top-p",
            paramLabel = "N",
            description =
                    "Sample only from the most likely tokens whose probabilities add up to this value, for example"
                            + " 0.95.")
    private @Nullable Double topP;

    @Option(
            names = "--top-k",
            paramLabel = "N",
            description =
                    "Sample only from the N most likely tokens, for example 40. With -1, the server samples from all"
                            + " tokens.")
    private @Nullable Integer topK;

    @Option(
            names = "--sampling-seed",
            paramLabel = "N",
            description = "Seed that is sent to the server for reproducible sampling, for example 42.")
    private @Nullable Long seed;

    @Option(
            names = "--no-streaming",
            description = "Request complete responses instead of streams. The time to first token is not measured.")
    private boolean notStreamed;

    @Option(
            names = "--uncounted",
            description = "Measure without token counts: accept responses that have no token counts.")
    private boolean uncounted;

    /**
     * Returns the parameters for the servers.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public GenerationParameters parameters() {
        Counts.requireAtLeast(1, "--max-tokens", maxTokens);
        require(temperature >= 0 && temperature <= 100, "--temperature must be from 0 to 100: got " + temperature);
        GenerationParameters.Builder parameters =
                GenerationParameters.builder().maxTokens(maxTokens).temperature(temperature);
        if (minTokens != null) {
            Counts.requireAtLeast(0, "--min-tokens", minTokens);
            require(
                    minTokens <= maxTokens,
                    "--min-tokens must be at most --max-tokens, which is " + maxTokens + ": got " + minTokens);
            parameters.minTokens(minTokens);
        }
        if (topP != null) {
            require(topP > 0 && topP <= 1, "--top-p must be more than 0, at most 1: got " + topP);
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

    /** Returns true if responses are streamed. */
    public boolean isStreamed() {
        return !notStreamed;
    }

    /** Returns true if a response without a token count is a failure. */
    public boolean requiresTokenCounts() {
        return !uncounted;
    }

    private static void require(boolean valid, String message) {
        if (!valid) {
            throw new IllegalArgumentException(message);
        }
    }
}
