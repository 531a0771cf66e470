// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.report.ReportException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the JSON of {@code vllm bench serve}, formerly {@code benchmark_serving.py}. Times are in milliseconds. */
final class VllmBenchResult implements ResultFormat {

    private static final double MILLISECOND = 1e6;

    private static final Map<String, String> SETTINGS = new LinkedHashMap<>();

    static {
        SETTINGS.put("model_id", "model");
        SETTINGS.put("request_rate", "rate_per_second");
        for (String each :
                List.of("backend", "label", "tokenizer_id", "num_prompts", "burstiness", "max_concurrency")) {
            SETTINGS.put(each, each);
        }
    }

    @Override
    public String description() {
        return "the JSON of vllm bench serve";
    }

    /**
     * Returns true for a file of vLLM. Rejects the similar file of SGLang's bench_serving, which defines the inter-token latency
     * differently.
     */
    @Override
    public boolean recognizes(ResultNode root) {
        return root.has("request_throughput") && root.has("completed") && !root.has("mean_e2e_latency_ms");
    }

    @Override
    public List<ComparedRun> runs(ResultNode root) throws ReportException {
        return List.of(new ComparedRun(
                root.file().toString(),
                "vllm bench",
                Optional.empty(),
                List.of(),
                settings(root),
                root.count("completed"),
                root.count("failed"),
                Map.of(),
                new RateReader()
                        .read(Rate.DURATION, root, "duration")
                        .read(Rate.REQUESTS_PER_SECOND, root, "request_throughput")
                        .read(Rate.OUTPUT_TOKENS_PER_SECOND, root, "output_throughput")
                        .read(Rate.TOTAL_TOKENS_PER_SECOND, root, "total_token_throughput")
                        .rates(),
                metrics(root),
                List.of("vllm bench: a first chunk without text counts as the first token, so ttft can be shorter and"
                        + " tpot longer than in LoadHarness."),
                Optional.empty()));
    }

    private static Map<String, String> settings(ResultNode root) throws ReportException {
        Map<String, String> settings = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : SETTINGS.entrySet()) {
            root.text(each.getKey()).ifPresent(value -> settings.put(each.getValue(), value));
        }
        return settings;
    }

    private static Map<Metric, MetricSummary> metrics(ResultNode root) throws ReportException {
        return new SummaryReader()
                .read(Metric.TTFT, root, names("ttft"), MILLISECOND)
                .read(Metric.TPOT, root, names("tpot"), MILLISECOND)
                .read(Metric.ITL, root, names("itl"), MILLISECOND)
                .read(Metric.LATENCY, root, names("e2el"), MILLISECOND)
                .metrics();
    }

    private static SummaryReader.Names names(String metric) {
        return statistic -> SummaryReader.plainNames(statistic).stream()
                .map(name -> name + "_" + metric + "_ms")
                .toList();
    }
}
