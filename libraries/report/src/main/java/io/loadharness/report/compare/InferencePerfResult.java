// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.report.ReportException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the request metrics of inference-perf, for a run or for one stage. Times are in seconds. */
final class InferencePerfResult implements ResultFormat {

    private static final double SECOND = 1e9;

    @Override
    public String description() {
        return "inference-perf's summary_lifecycle_metrics.json or stage_N_lifecycle_metrics.json";
    }

    /**
     * Returns true for a file with request metrics. The file with server metrics is rejected; it has the same sections but no request
     * count.
     */
    @Override
    public boolean recognizes(ResultNode root) {
        return root.json().path("load_summary").has("count") && root.has("successes");
    }

    @Override
    public List<ComparedRun> runs(ResultNode root) throws ReportException {
        ResultNode successes = root.at("successes");
        ResultNode failures = root.at("failures");
        return List.of(new ComparedRun(
                root.file().toString(),
                "inference-perf",
                Optional.empty(),
                List.of(),
                settings(root.at("load_summary")),
                successes.count("count"),
                failures.count("count"),
                labels(failures.at("by_label")),
                rates(root, successes.at("throughput")),
                metrics(successes),
                List.of(
                        "inference-perf: a request ends after its response was parsed and its tokens were counted, so"
                                + " latency and ntpot are longer than in LoadHarness.",
                        "inference-perf: itl counts a gap of zero for each additional token of a chunk; LoadHarness"
                                + " measures from chunk to chunk."),
                Optional.empty()));
    }

    private static Map<String, String> settings(ResultNode load) throws ReportException {
        Map<String, String> settings = new LinkedHashMap<>();
        load.text("requested_rate").ifPresent(rate -> settings.put("rate_per_second", rate));
        load.text("concurrency").ifPresent(concurrency -> settings.put("concurrency", concurrency));
        return settings;
    }

    private static Map<String, Long> labels(ResultNode byLabel) throws ReportException {
        Map<String, Long> labels = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> each : byLabel.json().properties()) {
            labels.put(each.getKey(), byLabel.at(each.getKey()).count("count").orElse(0));
        }
        return labels;
    }

    private static Map<Rate, Double> rates(ResultNode root, ResultNode throughput) throws ReportException {
        return new RateReader()
                .read(Rate.DURATION, root, "benchmark_time_seconds")
                .read(Rate.REQUESTS_PER_SECOND, throughput, "requests_per_sec")
                .read(Rate.INPUT_TOKENS_PER_SECOND, throughput, "input_tokens_per_sec")
                .read(Rate.OUTPUT_TOKENS_PER_SECOND, throughput, "output_tokens_per_sec")
                .read(Rate.TOTAL_TOKENS_PER_SECOND, throughput, "total_tokens_per_sec")
                .rates();
    }

    private static Map<Metric, MetricSummary> metrics(ResultNode successes) throws ReportException {
        ResultNode latency = successes.at("latency");
        ResultNode input = successes.at(successes.has("prompt_tokens") ? "prompt_tokens" : "prompt_len");
        ResultNode output = successes.at(successes.has("output_tokens") ? "output_tokens" : "output_len");
        return new SummaryReader()
                .read(Metric.TTFT, latency.at("time_to_first_token"), SummaryReader::plainNames, SECOND)
                .read(Metric.TPOT, latency.at("time_per_output_token"), SummaryReader::plainNames, SECOND)
                .read(Metric.ITL, latency.at("inter_token_latency"), SummaryReader::plainNames, SECOND)
                .read(Metric.NTPOT, latency.at("normalized_time_per_output_token"), SummaryReader::plainNames, SECOND)
                .read(Metric.LATENCY, latency.at("request_latency"), SummaryReader::plainNames, SECOND)
                .read(Metric.INPUT_TOKENS, input, SummaryReader::plainNames, 1)
                .read(Metric.OUTPUT_TOKENS, output, SummaryReader::plainNames, 1)
                .metrics();
    }
}
