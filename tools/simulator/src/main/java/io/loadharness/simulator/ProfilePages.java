// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Starts and stops a profile as vLLM does, and writes what the server did meanwhile as a trace of a single event. Any thread. */
final class ProfilePages {

    private record Moment(long nanos, long requests, long promptTokens, long generationTokens) {}

    private final Counters counters;
    private final Path folder;
    private @Nullable Moment begin;
    private int written;

    ProfilePages(Counters counters, Path folder) {
        this.counters = counters;
        this.folder = folder;
    }

    synchronized void start(ServedExchange exchange) {
        if (begin != null) {
            Plain.error(exchange, 409, "A profile was started already.");
            return;
        }
        begin = now();
        Plain.json(exchange, 200, exchange.loop().json());
    }

    synchronized void stop(ServedExchange exchange) {
        if (begin == null) {
            Plain.error(exchange, 409, "No profile was started.");
            return;
        }
        try {
            write(begin);
            Plain.json(exchange, 200, exchange.loop().json());
        } catch (IOException e) {
            Plain.error(exchange, 500, "The profile cannot be written: " + e.getMessage());
        }
    }

    private void write(Moment from) throws IOException {
        Moment end = now();
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
        begin = null;
        Files.createDirectories(folder);
        String name = "simulator-" + ProcessHandle.current().pid() + "-" + ++written + ".pt.trace.json";
        Files.write(folder.resolve(name), trace.getBytes(StandardCharsets.UTF_8));
    }

    private Moment now() {
        return new Moment(
                System.nanoTime(),
                counters.requests(),
                counters.promptTokens().sum(),
                counters.generationTokens().sum());
    }
}
