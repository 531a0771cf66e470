// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Writes the server metrics of a run, with servers of constant throughput. */
final class RecordedServers {

    private static final List<Double> BOUNDS = List.of(0.01, 0.05, 0.1);

    private final RunFolder folder;
    private final List<String> endpoints = new ArrayList<>();
    private double intervalSeconds = 1;

    RecordedServers(RunFolder folder) {
        this.folder = folder;
    }

    /** Adds a server. */
    RecordedServers and(String endpoint) {
        endpoints.add(endpoint);
        return this;
    }

    /** Sets the scrape interval, which is one second by default. */
    RecordedServers every(double seconds) {
        intervalSeconds = seconds;
        return this;
    }

    /** Writes scrapes, starting at the start of the recording. Each server handles ten requests of five tokens per second. */
    RunFolder of(double seconds) throws IOException {
        try (PrintWriter out =
                new PrintWriter(Files.newBufferedWriter(folder.serverMetrics(), StandardCharsets.UTF_8))) {
            out.println("{\"format\":\"loadharness-server-metrics\",\"version\":1,\"started\":\"2026-01-01T00:00:00Z\","
                    + "\"interval_s\":" + intervalSeconds + ",\"names\":{},\"additional\":[]}");
            for (int i = 0; i < endpoints.size(); i++) {
                out.printf(
                        "{\"source\":%d,\"name\":\"%s/metrics\",\"endpoint\":\"%s\"}%n",
                        i, endpoints.get(i), endpoints.get(i));
                series(out, i, 0, "vllm:num_requests_running", "gauge");
                series(out, i, 1, "vllm:kv_cache_usage_perc", "gauge");
                series(out, i, 2, "vllm:generation_tokens_total", "counter");
                series(out, i, 3, "vllm:request_success_total", "counter");
                series(
                        out,
                        i,
                        4,
                        "vllm:time_to_first_token_seconds",
                        "histogram\",\"bounds\":" + BOUNDS + ",\"and\":\"");
            }
            int scrapes = 0;
            for (double now = 0; now <= seconds; now += intervalSeconds) {
                for (int i = 0; i < endpoints.size(); i++) {
                    scrape(out, i, now);
                    scrapes++;
                }
            }
            out.printf("{\"scrapes\":%d}%n", scrapes);
        }
        return folder;
    }

    private static void series(PrintWriter out, int source, int number, String name, String kind) {
        out.printf(
                "{\"series\":%d,\"source\":%d,\"name\":\"%s\",\"labels\":{},\"kind\":\"%s\"}%n",
                5 * source + number, source, name, kind);
    }

    private static void scrape(PrintWriter out, int source, double now) {
        int first = 5 * source;
        long requests = Math.round(10 * now);
        out.printf(
                "{\"t_ns\":%d,\"source\":%d,\"values\":{\"%d\":%d,\"%d\":0.%d,\"%d\":%d,\"%d\":%d,\"%d\":[%s,0,%d,%d,%d]}}%n",
                Math.round(now * 1e9),
                source,
                first,
                4 + (int) now % 3 + source,
                first + 1,
                1 + (int) now % 8,
                first + 2,
                5 * requests,
                first + 3,
                requests,
                first + 4,
                requests * 0.03,
                requests,
                requests,
                requests);
    }
}
