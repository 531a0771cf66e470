// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.Failure;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.RequestCounts;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.record.RecordReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the {@code *_lifecycle_metrics.json} files of inference-perf, for dashboards that read these files. Times are in seconds, and the
 * run starts at the first send.
 */
final class InferencePerfReport {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final double NANOS = 1e9;
    private static final List<Double> PERCENTAGES =
            List.of(0.1, 1.0, 5.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.9);

    /** Fields for images, videos and audio. The values are always null, because LoadHarness measures only text. */
    private static final Map<String, List<String>> MEDIA = new TreeMap<>(Map.of(
            "image", List.of("count", "pixels", "bytes", "aspect_ratio"),
            "video", List.of("count", "frames", "pixels", "bytes", "aspect_ratio"),
            "audio", List.of("count", "seconds", "bytes")));

    private InferencePerfReport() {}

    /** Writes the file of the whole run. */
    static void ofRun(RunReport report, OutputStream out) throws IOException {
        ofRun(List.of(report), out);
    }

    /** Writes the file of a run with several stages. */
    static void ofRun(List<RunReport> stages, OutputStream out) throws IOException {
        RunJson.write(out, document(metrics(stages), SentRequestStatistics.of(stages), Optional.empty()));
    }

    /**
     * Writes the file of a stage. Unlike the file of the run, the file of a stage contains the requested and the achieved rate.
     */
    static void ofStage(RunReport report, OutputStream out) throws IOException {
        RunJson.write(
                out,
                document(
                        report.metrics(),
                        SentRequestStatistics.of(List.of(report)),
                        Optional.of(report.description())));
    }

    private static RunMetrics metrics(List<RunReport> stages) throws IOException {
        if (stages.size() == 1) {
            return stages.get(0).metrics();
        }
        List<RecordReader> recordings = new ArrayList<>();
        try {
            for (RunReport each : stages) {
                recordings.add(each.folder().openRecords());
            }
            return RunMetrics.of(recordings);
        } finally {
            for (RecordReader each : recordings) {
                each.close();
            }
        }
    }

    private static ObjectNode document(RunMetrics metrics, SentRequestStatistics sent, Optional<RunDescription> stage) {
        ObjectNode document = NODES.objectNode();
        document.put("benchmark_time_seconds", sent.windowNanos() / NANOS);
        ObjectNode load = document.putObject("load_summary");
        load.put("count", metrics.counts().total());
        load.set("schedule_delay", seconds(sent.scheduleDelays()));
        load.put("send_duration", sent.sendNanos() / NANOS);
        if (stage.isPresent()) {
            stage.get().ratePerSecond().ifPresent(rate -> load.put("requested_rate", rate));
            if (sent.sendNanos() > 0) {
                load.put("achieved_rate", metrics.counts().total() * NANOS / sent.sendNanos());
            }
        }
        document.set("successes", successes(metrics, sent));
        document.set("failures", failures(metrics.counts(), sent));
        return document;
    }

    private static ObjectNode successes(RunMetrics metrics, SentRequestStatistics sent) {
        RequestCounts counts = metrics.counts();
        ObjectNode node = NODES.objectNode();
        node.put("count", counts.completed());
        ObjectNode latency = node.putObject("latency");
        latency.set("request_latency", seconds(metrics.distribution(Metric.LATENCY)));
        latency.set("normalized_time_per_output_token", seconds(metrics.distribution(Metric.NTPOT)));
        latency.set("time_per_output_token", seconds(metrics.distribution(Metric.TPOT)));
        latency.set("time_to_first_token", seconds(metrics.distribution(Metric.TTFT)));
        latency.set("inter_token_latency", seconds(metrics.distribution(Metric.ITL)));
        double window = sent.windowNanos() / NANOS;
        ObjectNode throughput = node.putObject("throughput");
        rate(throughput, "input_tokens_per_sec", counts.inputTokens(), window);
        rate(throughput, "output_tokens_per_sec", counts.outputTokens(), window);
        rate(
                throughput,
                "total_tokens_per_sec",
                counts.inputTokens() < 0 ? -1 : counts.inputTokens() + counts.outputTokens(),
                window);
        rate(throughput, "requests_per_sec", counts.completed(), window);
        MEDIA.keySet().forEach(kind -> throughput.putNull(kind + "s_per_sec"));
        node.putNull("request_size_bytes");
        MEDIA.forEach((kind, measures) -> measures.forEach(node.putObject(kind)::putNull));
        node.set("prompt_tokens", promptTokens(metrics, sent));
        node.set("output_len", plain(metrics.distribution(Metric.OUTPUT_TOKENS)));
        ObjectNode output = plain(metrics.distribution(Metric.OUTPUT_TOKENS));
        node.set("output_tokens", with(NODES.objectNode().put("total", counts.outputTokens()), output));
        node.put("token_count_mismatches", 0); // LoadHarness counts such responses as failures
        return node;
    }

    private static ObjectNode promptTokens(RunMetrics metrics, SentRequestStatistics sent) {
        long total = metrics.counts().inputTokens();
        long cached = sent.cachedTokens();
        ObjectNode node = NODES.objectNode();
        known(node, "total", total);
        known(node, "cached", cached);
        known(node, "uncached", total < 0 || cached < 0 ? -1 : total - cached);
        return with(node, plain(metrics.distribution(Metric.INPUT_TOKENS)));
    }

    private static ObjectNode with(ObjectNode node, @Nullable ObjectNode statistics) {
        if (statistics != null) {
            node.setAll(statistics);
        }
        return node;
    }

    private static void known(ObjectNode node, String name, long count) {
        node.put(name, count < 0 ? null : (Long) count);
    }

    private static void rate(ObjectNode node, String name, long count, double seconds) {
        node.put(name, count < 0 || seconds <= 0 ? null : (Double) (count / seconds));
    }

    private static ObjectNode failures(RequestCounts counts, SentRequestStatistics sent) {
        ObjectNode node = NODES.objectNode();
        node.put("count", counts.failed());
        node.set("request_latency", seconds(sent.failedLatencies()));
        node.set("prompt_tokens", plain(sent.failedPromptTokens()));
        ObjectNode labels = node.putObject("by_label");
        counts.failures().forEach((kind, summary) -> summary.messages().forEach((message, count) -> {
            String label = InferencePerfLabel.of(new Failure(kind, message));
            ObjectNode group = labels.has(label)
                    ? (ObjectNode) labels.get(label)
                    : labels.putObject(label).put("count", 0L);
            group.put("count", group.get("count").longValue() + count);
            group.withArray("messages").addObject().put("message", message).putArray("session_ids");
        }));
        return node;
    }

    private static @Nullable ObjectNode seconds(Optional<Distribution> values) {
        return statistics(values, NANOS);
    }

    private static @Nullable ObjectNode plain(Optional<Distribution> values) {
        return statistics(values, 1);
    }

    /** Returns the statistics of a distribution; null if there are no values, as in the files of inference-perf. */
    private static @Nullable ObjectNode statistics(Optional<Distribution> values, double unit) {
        if (values.isEmpty()) {
            return null;
        }
        Distribution known = values.get();
        ObjectNode node = NODES.objectNode();
        node.put("mean", known.mean() / unit);
        node.put("min", known.min() / unit);
        node.put("max", known.max() / unit);
        for (double percentage : PERCENTAGES) {
            String name = percentage == 50 ? "median" : Percentages.name(percentage);
            node.put(name, known.interpolated(percentage) / unit);
        }
        return node;
    }
}
