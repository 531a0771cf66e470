// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Scenario;
import io.loadharness.Verdict;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkResult;
import io.loadharness.client.ClientLimits;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceBackend;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A run of the Offline scenario that consists of one query, as the side of LoadHarness in a comparison. */
final class OfflineRun {

    private OfflineRun() {}

    /**
     * Runs the scenario. Returns the output tokens per second.
     *
     * @param prompts the file of the prompts
     * @param samples the number of samples in the query
     * @throws IOException if the run is not valid, or not all samples are completed
     */
    static double tokensPerSecond(
            InferenceBackend backend, Path prompts, GenerationParameters generation, int samples, Path folder)
            throws IOException {
        try {
            BenchmarkResult result = Benchmark.builder()
                    .backend(backend)
                    .dataset(prompts)
                    .generation(generation)
                    .warmUps(0)
                    .clientLimits(ClientLimits.NONE) // the load generator is the bottleneck by intention
                    .scenario(Scenario.OFFLINE)
                    .targetQps(1)
                    .minQueries(samples)
                    .minDuration(Duration.ofMillis(1))
                    .outputFolder(folder)
                    .build()
                    .run();
            if (result.verdict() != Verdict.VALID || result.metric("completed").asDouble() != samples) {
                throw new IOException("the run cannot be used: " + result.reasons());
            }
            return result.metric("output_tokens_per_second").asDouble();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the benchmark was interrupted", e);
        }
    }
}
