// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The Prometheus metrics endpoint. The metrics have the same names as vLLM's. */
final class MetricsEndpoint {

    private final Engine engine;
    private final String labels;

    MetricsEndpoint(Engine engine) {
        this.engine = engine;
        this.labels = "model_name=\""
                + engine.config().model().replace("\\", "\\\\").replace("\"", "\\\"") + "\",engine=\"0\"";
    }

    void handle(ServerExchange exchange) {
        AsciiBytes body = exchange.loop().json();
        body.add(text().getBytes(StandardCharsets.UTF_8));
        FullResponse.respond(
                exchange, new HttpHead(200, "text/plain; version=0.0.4; charset=utf-8", body.length()), body);
    }

    private String text() {
        Counters counters = engine.counters();
        Scheduler scheduler = engine.scheduler();
        StringBuilder out = new StringBuilder();
        value(out, "num_requests_running", "gauge", "Requests in the batch.", scheduler.running());
        value(out, "num_requests_waiting", "gauge", "Requests waiting for room in the batch.", scheduler.waiting());
        value(
                out,
                "prompt_tokens_total",
                "counter",
                "Prompt tokens.",
                counters.promptTokens().sum());
        value(
                out,
                "generation_tokens_total",
                "counter",
                "Generated tokens.",
                counters.generationTokens().sum());
        head(out, "request_success_total", "counter", "Requests completed successfully.");
        line(
                out,
                "request_success_total",
                ",finished_reason=\"stop\"",
                counters.stopped().sum());
        line(
                out,
                "request_success_total",
                ",finished_reason=\"length\"",
                counters.limited().sum());
        line(
                out,
                "request_success_total",
                ",finished_reason=\"abort\"",
                counters.cancelled().sum());
        histogram(
                out,
                "request_queue_time_seconds",
                "Time from the arrival of a request until it joined the batch.",
                counters.queued());
        histogram(out, "time_to_first_token_seconds", "Time to the first token.", counters.firstToken());
        histogram(
                out,
                "request_time_per_output_token_seconds",
                "Time per output token after the first.",
                counters.perToken());
        histogram(out, "e2e_request_latency_seconds", "Time to the end of the response.", counters.latency());
        return out.toString();
    }

    private void histogram(StringBuilder out, String name, String help, Histogram histogram) {
        head(out, name, "histogram", help);
        for (double bound : Histogram.VLLM_BOUNDS) {
            line(out, name + "_bucket", ",le=\"" + bound + "\"", histogram.upTo(bound));
        }
        line(out, name + "_bucket", ",le=\"+Inf\"", histogram.count());
        line(out, name + "_count", "", histogram.count());
        out.append(String.format(Locale.ROOT, "vllm:%s_sum{%s} %.9f\n", name, labels, histogram.sumSeconds()));
    }

    private void value(StringBuilder out, String name, String type, String help, long value) {
        head(out, name, type, help);
        line(out, name, "", value);
    }

    private static void head(StringBuilder out, String name, String type, String help) {
        out.append("# HELP vllm:").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE vllm:").append(name).append(' ').append(type).append('\n');
    }

    private void line(StringBuilder out, String name, String moreLabels, long value) {
        out.append("vllm:")
                .append(name)
                .append('{')
                .append(labels)
                .append(moreLabels)
                .append("} ");
        out.append(value).append('\n');
    }
}
