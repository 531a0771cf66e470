// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.cli.options.Counts;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the distribution of samples over the servers. */
final class SpreadOptions {

    @Option(
            names = "--routing",
            paramLabel = "NAME",
            description = "Rule that selects the server for each sample: round-robin, least-outstanding (the fewest "
                    + "samples in flight), weighted (see --weight) or sample-partitioned (always the same server "
                    + "for the same sample). Default: round-robin")
    private Routing routing = Routing.ROUND_ROBIN;

    @Option(
            names = "--weight",
            paramLabel = "N",
            split = ",",
            description =
                    "Weights for --routing=weighted: first one weight for each server, then one for each engine. For"
                            + " example, --weight 2,1 sends two thirds of the samples to the first server.")
    private List<Integer> weights = new ArrayList<>();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description =
                    "Maximum number of requests in flight at each server. With --batch-size or --batch-tokens, N is"
                            + " the maximum number of batches in flight at each server. Other samples wait in the client."
                            + " With --load=concurrent, N is the total number of requests in flight at all servers. With"
                            + " --load=sessions and without --rate, N is the number of conversations in progress. Default"
                            + " with --batch-size or --batch-tokens: the number of batches that an engine processes at the"
                            + " same time; 1 for servers. Default in the offline scenario without batches: the number that"
                            + " an engine process sets; otherwise 256. Default in all other cases: no limit")
    private @Nullable Integer concurrency;

    @Option(
            names = "--batch-size",
            paramLabel = "N",
            description =
                    "Send up to N samples of a query together. A request contains several samples only if the dialect"
                            + " supports several prompts per request. These dialects are vllm-completions, and"
                            + " openai-completions with --tokenizer or --no-token-counts. Default: 1, or no limit with"
                            + " --batch-tokens")
    private @Nullable Integer batchSize;

    @Option(
            names = "--batch-tokens",
            paramLabel = "N",
            description =
                    "Send samples of a query together, up to a total of N tokens in their prompts. A prompt with more"
                            + " than N tokens is sent alone. The data set must have token ids. Can be combined with"
                            + " --batch-size. Default: no limit")
    private @Nullable Integer batchTokens;

    @Option(
            names = "--max-request-prompts",
            paramLabel = "N",
            description = "Maximum number of prompts in one request. A larger batch is sent in several requests at the"
                    + " same time. Requires --batch-size or --batch-tokens. Default: 64")
    private @Nullable Integer maxRequestPrompts;

    @Option(
            names = "--max-request-bytes",
            paramLabel = "N",
            description = "Maximum size of the prompts in one request, in bytes. A larger batch is sent in several"
                    + " requests at the same time. A prompt above this size is sent alone. Requires --batch-size"
                    + " or --batch-tokens. Default: 1000000")
    private @Nullable Integer maxRequestBytes;

    @Option(
            names = "--order",
            paramLabel = "NAME",
            description =
                    "Send order of the samples of a query: issued (the order of the load generator), dataset (the order"
                            + " of the data set) or longest-first (longest prompts first, in each copy of the"
                            + " data set). Default: issued")
    private @Nullable SampleOrder order;

    /**
     * Checks that the options fit the number of servers and the load.
     *
     * @param hasServers true if servers are measured
     * @param hasLargeQueries true if queries of the load have several samples
     * @param load the name of the load in error messages
     * @throws IllegalArgumentException if an option does not apply
     */
    void check(int servers, boolean hasServers, boolean hasLargeQueries, String load) {
        if ((routing == Routing.WEIGHTED) != !weights.isEmpty()) {
            throw new IllegalArgumentException("--routing=weighted and --weight need each other: give both or neither");
        }
        if (!weights.isEmpty() && weights.size() != servers) {
            throw new IllegalArgumentException("there are " + servers + " servers and engines, and " + weights.size()
                    + " weights: give one --weight for each of them");
        }
        weights.forEach(SpreadOptions::requireWeight);
        if (concurrency != null) {
            Counts.requireAtLeast(1, "--concurrency", concurrency);
        }
        if (batchSize != null) {
            Counts.requireAtLeast(1, "--batch-size", batchSize);
        }
        if (batchTokens != null) {
            Counts.requireAtLeast(1, "--batch-tokens", batchTokens);
        }
        requireBatchesOfServers("--max-request-prompts", maxRequestPrompts, hasServers);
        requireBatchesOfServers("--max-request-bytes", maxRequestBytes, hasServers);
        if (!hasLargeQueries) {
            requireNone("--batch-size", batchSize, load);
            requireNone("--batch-tokens", batchTokens, load);
            requireNone("--order", order, load);
        }
    }

    /** Passes the options to a benchmark. */
    void applyTo(Benchmark.Builder benchmark) {
        benchmark.routing(routing).weights(weights);
        if (concurrency != null) {
            benchmark.concurrency(concurrency);
        }
        if (batchSize != null) {
            benchmark.batchSize(batchSize);
        }
        if (batchTokens != null) {
            benchmark.batchTokens(batchTokens);
        }
        if (order != null) {
            benchmark.order(order);
        }
    }

    /** Passes the limits of a request to endpoints. */
    void applyTo(Endpoints.Builder endpoints) {
        if (maxRequestPrompts != null) {
            Counts.requireAtLeast(1, "--max-request-prompts", maxRequestPrompts);
            endpoints.maxRequestPrompts(maxRequestPrompts);
        }
        if (maxRequestBytes != null) {
            Counts.requireAtLeast(1, "--max-request-bytes", maxRequestBytes);
            endpoints.maxRequestBytes(maxRequestBytes);
        }
    }

    /** Returns the value of {@code --concurrency}, or null. */
    @Nullable
    Integer concurrency() {
        return concurrency;
    }

    private static void requireWeight(int weight) {
        Counts.requireAtLeast(1, "--weight", weight);
        if (weight > BackendSystemUnderTest.MAX_WEIGHT) {
            throw new IllegalArgumentException(
                    "--weight must be at most " + BackendSystemUnderTest.MAX_WEIGHT + ": got " + weight);
        }
    }

    private void requireBatchesOfServers(String name, @Nullable Object value, boolean hasServers) {
        if (value == null) {
            return;
        }
        if (!hasServers) {
            throw new IllegalArgumentException(
                    name + " limits the requests to servers, but no server is measured: leave out " + name);
        }
        if (batchSize == null && batchTokens == null) {
            throw new IllegalArgumentException(name
                    + " limits the requests of batches: give --batch-size or --batch-tokens, or leave out " + name);
        }
    }

    private static void requireNone(String name, @Nullable Object value, String load) {
        if (value != null) {
            throw new IllegalArgumentException(
                    name + " does not apply to '" + load + "', where a query has one sample: leave out " + name);
        }
    }
}
