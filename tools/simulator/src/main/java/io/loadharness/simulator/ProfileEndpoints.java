// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints that start and stop a profile, as in vLLM. Stopping writes a trace file with one event, which contains the requests and
 * tokens counted since the start. Thread-safe.
 */
final class ProfileEndpoints {

    private record CounterSnapshot(long nanos, long requests, long promptTokens, long generationTokens) {}

    private final Counters counters;
    private final Path folder;
    private @Nullable CounterSnapshot startOfProfile;
    private int written;

    ProfileEndpoints(Counters counters, Path folder) {
        this.counters = counters;
        this.folder = folder;
    }

    synchronized void start(ServerExchange exchange) {
        if (startOfProfile != null) {
            FullResponse.error(exchange, 409, "Profiling is already running.");
            return;
        }
        startOfProfile = now();
        FullResponse.json(exchange, 200, exchange.loop().json());
    }

    synchronized void stop(ServerExchange exchange) {
        if (startOfProfile == null) {
            FullResponse.error(exchange, 409, "Profiling is not running.");
            return;
        }
        try {
            write(startOfProfile);
            FullResponse.json(exchange, 200, exchange.loop().json());
        } catch (IOException e) {
            FullResponse.error(exchange, 500, "The profile cannot be written: " + e.getMessage());
        }
    }

    private void write(CounterSnapshot from) throws IOException {
        CounterSnapshot end = now();
        String trace = String.format(
                Locale.ROOT,
                """
                {"traceEvents": [{"name": "profiled", "ph": "X", "pid": %d, "tid": 0, "ts": 0, "dur": %d,
                  "args": {"requests": %d, "prompt_tokens": %d, "generation_tokens": %d}}]}
                """,
                ProcessHandle.current().pid(),
                (end.nanos - from.nanos) / 1000,
                end.requests - from.requests,
                end.promptTokens - from.promptTokens,
                end.generationTokens - from.generationTokens);
        Files.createDirectories(folder);
        String name = "simulator-" + ProcessHandle.current().pid() + "-" + (written + 1) + ".pt.trace.json";
        Files.write(folder.resolve(name), trace.getBytes(StandardCharsets.UTF_8));
        written++;
        startOfProfile = null; // set after the write, so that a failed stop can be repeated
    }

    private CounterSnapshot now() {
        return new CounterSnapshot(
                System.nanoTime(),
                counters.requests(),
                counters.promptTokens().sum(),
                counters.generationTokens().sum());
    }
}
