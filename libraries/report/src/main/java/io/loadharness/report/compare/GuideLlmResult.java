// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.report.ReportException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the JSON of guidellm, which contains a benchmark for each rate. Most times are in milliseconds. Only successful requests are read.
 */
final class GuideLlmResult implements ResultFormat {

    private static final double MILLISECOND = 1e6;
    private static final double SECOND = 1e9;

    private static final List<String> WARNINGS = List.of(
            "guidellm: tpot is guidellm's inter_token_latency, weighted by tokens, and ntpot is guidellm's"
                    + " time_per_output_token. guidellm does not record gaps between tokens, so itl is missing.",
            "guidellm: tokens per second are not compared, because guidellm reports a distribution over time instead of"
                    + " tokens divided by the duration.",
            "guidellm: a request without a first token has a ttft of 0; in LoadHarness its ttft is missing.",
            "guidellm: requests that were incomplete at the end count neither as completed nor as failed.");

    @Override
    public String description() {
        return "the JSON of guidellm";
    }

    @Override
    public boolean recognizes(ResultNode root) {
        return root.json().path("benchmarks").path(0).has("metrics");
    }

    @Override
    public List<ComparedRun> runs(ResultNode root) throws ReportException {
        List<ResultNode> benchmarks = root.objects("benchmarks");
        List<ComparedRun> runs = new ArrayList<>();
        for (ResultNode each : benchmarks) {
            String name =
                    benchmarks.size() == 1 ? root.file().toString() : root.file() + " benchmark " + (runs.size() + 1);
            runs.add(run(name, each, root.at("metadata")));
        }
        return runs;
    }

    private static ComparedRun run(String name, ResultNode benchmark, ResultNode metadata) throws ReportException {
        ResultNode metrics = benchmark.at("metrics");
        ResultNode made = requestsMade(benchmark);
        return new ComparedRun(
                name,
                "guidellm",
                Optional.empty(),
                List.of(),
                settings(benchmark, metadata),
                made.count("successful"),
                made.count("errored"),
                Map.of(),
                new RateReader()
                        .read(
                                Rate.REQUESTS_PER_SECOND,
                                metrics.at("requests_per_second").at("successful"),
                                "mean")
                        .rates(),
                metrics(metrics),
                WARNINGS,
                Optional.empty());
    }

    /** Returns the request counts. The position of these counts in the JSON depends on the version of guidellm. */
    private static ResultNode requestsMade(ResultNode benchmark) throws ReportException {
        ResultNode totals = benchmark.at("metrics").at("request_totals");
        if (!totals.json().isMissingNode()) {
            return totals;
        }
        ResultNode scheduler = benchmark.at("scheduler_metrics");
        return (scheduler.json().isMissingNode() ? benchmark.at("run_stats") : scheduler).at("requests_made");
    }

    private static Map<String, String> settings(ResultNode benchmark, ResultNode metadata) throws ReportException {
        Map<String, String> settings = new LinkedHashMap<>();
        metadata.text("guidellm_version").ifPresent(version -> settings.put("version", version));
        metadata.text("platform").ifPresent(platform -> settings.put("environment.os", platform));
        benchmark.at("config").flattenInto(settings);
        settings.keySet().removeAll(List.of("id_", "run_id", "run_index"));
        return settings;
    }

    private static Map<Metric, MetricSummary> metrics(ResultNode metrics) throws ReportException {
        SummaryReader reader = new SummaryReader();
        read(reader, Metric.TTFT, metrics.at("time_to_first_token_ms"), MILLISECOND);
        read(reader, Metric.TPOT, metrics.at("inter_token_latency_ms"), MILLISECOND);
        read(reader, Metric.NTPOT, metrics.at("time_per_output_token_ms"), MILLISECOND);
        read(reader, Metric.LATENCY, metrics.at("request_latency"), SECOND);
        read(reader, Metric.INPUT_TOKENS, metrics.at("prompt_token_count"), 1);
        read(reader, Metric.OUTPUT_TOKENS, metrics.at("output_token_count"), 1);
        return reader.metrics();
    }

    private static void read(SummaryReader reader, Metric metric, ResultNode split, double factor)
            throws ReportException {
        ResultNode successful = split.at("successful");
        reader.read(metric, successful, SummaryReader::plainNames, factor)
                .read(metric, successful.at("percentiles"), SummaryReader::plainNames, factor);
    }
}
