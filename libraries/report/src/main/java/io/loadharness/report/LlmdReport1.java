// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.RunMetrics;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Map;

/** The benchmark report 0.1 of llm-d. */
final class LlmdReport1 {

    static final String NAME = "llm-d-0.1";

    /**
     * The tool name in the report. Report 0.1 allows only six names, and LoadHarness is not one of them. The metric definitions of
     * inference-perf are the most similar.
     */
    private static final String NEAREST_TOOL = "inference-perf";

    private LlmdReport1() {}

    static void write(RunReport report, OutputStream out) throws IOException {
        ObjectNode document = document(report);
        ReportText.write(out, text -> YamlText.print(text, document));
    }

    private static ObjectNode document(RunReport report) throws ReportException {
        RunMetrics metrics = report.metrics();
        required(report, Metric.TTFT);
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("version", "0.1");
        ObjectNode scenario = document.putObject("scenario");
        scenario.putObject("model").put("name", report.description().model());
        ObjectNode load = scenario.putObject("load");
        load.put("name", NEAREST_TOOL);
        load.put("type", report.description().load());
        load.putObject("metadata")
                .put("tool", "LoadHarness " + report.description().version())
                .put("load_generator", report.description().generator());
        ObjectNode measured = document.putObject("metrics");
        Instant start = report.recorded().plusNanos(metrics.startNanos());
        Instant stop = report.recorded().plusNanos(metrics.endNanos());
        measured.putObject("time")
                .put("duration", metrics.rates().get(Rate.DURATION))
                .put("start", seconds(start))
                .put("stop", seconds(stop));
        ObjectNode requests = measured.putObject("requests");
        requests.put("total", metrics.counts().total());
        requests.put("failures", metrics.counts().failed());
        requests.set("input_length", LlmdStatistics.counts(required(report, Metric.INPUT_TOKENS)));
        requests.set("output_length", LlmdStatistics.counts(required(report, Metric.OUTPUT_TOKENS)));
        measured.set("latency", LlmdStatistics.latencies(metrics));
        measured.set("throughput", throughput(report));
        verdict(document.putObject("metadata"), report);
        return document;
    }

    private static ObjectNode throughput(RunReport report) throws ReportException {
        Map<Rate, Double> rates = report.metrics().rates();
        if (!rates.containsKey(Rate.TOTAL_TOKENS_PER_SECOND)) {
            throw missing(report, Rate.TOTAL_TOKENS_PER_SECOND.id());
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("input_tokens_per_sec", rates.get(Rate.INPUT_TOKENS_PER_SECOND))
                .put("output_tokens_per_sec", rates.get(Rate.OUTPUT_TOKENS_PER_SECOND))
                .put("total_tokens_per_sec", rates.get(Rate.TOTAL_TOKENS_PER_SECOND))
                .put("requests_per_sec", rates.get(Rate.REQUESTS_PER_SECOND));
    }

    private static void verdict(ObjectNode node, RunReport report) {
        node.put("verdict", report.verdict().name());
        report.reasonTexts().forEach(node.putArray("reasons")::add);
    }

    private static double seconds(Instant time) {
        return time.getEpochSecond() + time.getNano() / 1e9;
    }

    private static Distribution required(RunReport report, Metric metric) throws ReportException {
        return report.metrics().distribution(metric).orElseThrow(() -> missing(report, metric.id()));
    }

    private static ReportException missing(RunReport report, String what) {
        return new ReportException(NAME + " requires " + what + ", which the run in "
                + report.folder().path() + " did not measure");
    }
}
