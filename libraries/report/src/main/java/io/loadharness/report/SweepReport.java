// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.RunMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * {@code sweep.html}: an HTML page with the latencies of a sweep at each load. The file is in the folder of the sweep and links to the
 * report of each stage.
 *
 * @param folder the folder of the sweep
 * @param stages the runs, from the lowest rate to the highest rate; each run has its own subfolder
 */
public record SweepReport(Path folder, List<RunReport> stages) {

    private static final HtmlPage PAGE = new HtmlPage("page.js", "sweep.js");
    private static final List<Metric> METRICS = List.of(Metric.LATENCY_SCHEDULED, Metric.TTFT_SCHEDULED, Metric.TPOT);
    private static final List<Double> PERCENTAGES = List.of(50.0, 90.0, 99.0);

    public SweepReport {
        stages = List.copyOf(stages);
    }

    /** Returns the folder of a stage. The first stage has number 1. */
    public static RunFolder stage(Path sweep, int number) {
        return new RunFolder(sweep.resolve("stage-" + number));
    }

    /** Returns true if the folder contains a sweep with at least one started stage. */
    public static boolean isSweep(Path folder) {
        return Files.exists(stage(folder, 1).description());
    }

    /** Returns the path of the HTML page. */
    public Path file() {
        return folder.resolve("sweep.html");
    }

    /**
     * Returns the stage at the knee of the sweep: the stage with the highest ratio of request throughput to mean latency. Above the knee,
     * latencies grow faster than throughput. Returns empty if the last stage has the highest ratio, because in this case the knee can be at
     * a higher rate.
     */
    public Optional<RunReport> knee() {
        List<RunReport> completed =
                stages.stream().filter(stage -> power(stage.metrics()) > 0).toList();
        return completed.stream()
                .max(Comparator.comparingDouble(stage -> power(stage.metrics())))
                .filter(best -> !best.equals(completed.get(completed.size() - 1)));
    }

    private static double power(RunMetrics metrics) {
        return metrics.distribution(Metric.LATENCY_SCHEDULED)
                .map(latency -> metrics.rates().getOrDefault(Rate.REQUESTS_PER_SECOND, 0.0) / latency.mean())
                .orElse(0.0);
    }

    /** Writes the page. Replaces an existing page. */
    public void write() throws IOException {
        AtomicFileWriter.write(file(), out -> PAGE.write("Sweep – LoadHarness", data(), out));
    }

    private ObjectNode data() {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        ArrayNode all = data.putArray("stages");
        Optional<RunReport> knee = knee();
        for (RunReport each : stages) {
            all.add(stage(each).put("knee", knee.filter(each::equals).isPresent()));
        }
        stages.stream()
                .findFirst()
                .ifPresent(first -> data.set("run", RunJson.MAPPER.valueToTree(first.description())));
        return data;
    }

    private ObjectNode stage(RunReport report) {
        RunMetrics metrics = report.metrics();
        ObjectNode stage = JsonNodeFactory.instance.objectNode();
        stage.put("name", folder.relativize(report.folder().path()).toString());
        stage.put("verdict", report.verdict().name());
        report.reasonTexts().forEach(stage.putArray("reasons")::add);
        report.description().ratePerSecond().ifPresent(rate -> stage.put("planned", rate));
        stage.put("completed", metrics.counts().completed());
        stage.put("failed", metrics.counts().failed());
        for (Rate rate : Rate.values()) {
            if (metrics.rates().containsKey(rate)) {
                stage.put(rate.id(), metrics.rates().get(rate));
            }
        }
        for (Metric metric : METRICS) {
            metrics.distribution(metric).ifPresent(values -> percentiles(values, stage.putObject(metric.id())));
        }
        return stage;
    }

    private static void percentiles(Distribution values, ObjectNode node) {
        PERCENTAGES.forEach(each -> node.put(Percentages.name(each), values.percentile(each)));
    }
}
