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
 * {@code sweep.html}: how times grow with the load, over the stages of a sweep. It lies in the folder of the sweep, and leads to the
 * page of each stage.
 *
 * @param folder of the sweep
 * @param stages the runs, from the lowest rate to the highest, each in a folder of its own in that of the sweep
 */
public record SweepReport(Path folder, List<RunReport> stages) {

    private static final HtmlPage PAGE = new HtmlPage("page.js", "sweep.js");
    private static final List<Metric> METRICS = List.of(Metric.LATENCY_SCHEDULED, Metric.TTFT_SCHEDULED, Metric.TPOT);
    private static final List<Double> PERCENTAGES = List.of(50.0, 90.0, 99.0);

    public SweepReport {
        stages = List.copyOf(stages);
    }

    /** The folder of a stage in that of its sweep; the first is number 1. */
    public static RunFolder stage(Path sweep, int number) {
        return new RunFolder(sweep.resolve("stage-" + number));
    }

    /** Whether a folder is that of a sweep, of which at least one stage was begun. */
    public static boolean isSweep(Path folder) {
        return Files.exists(stage(folder, 1).description());
    }

    /** Where it is written. */
    public Path file() {
        return folder.resolve("sweep.html");
    }

    /**
     * The stage at which the sweep has its knee: the most answers a second for each second that one takes, on average. Beyond it times
     * grow faster than throughput. Empty if it is the last one, so that the knee may lie at rates that were not tried.
     */
    public Optional<RunReport> knee() {
        List<RunReport> answered =
                stages.stream().filter(stage -> power(stage.metrics()) > 0).toList();
        return answered.stream()
                .max(Comparator.comparingDouble(stage -> power(stage.metrics())))
                .filter(best -> !best.equals(answered.get(answered.size() - 1)));
    }

    private static double power(RunMetrics metrics) {
        return metrics.distribution(Metric.LATENCY_SCHEDULED)
                .map(latency -> metrics.rates().getOrDefault(Rate.REQUESTS_PER_SECOND, 0.0) / latency.mean())
                .orElse(0.0);
    }

    /** Writes the page, over one that is there. */
    public void write() throws IOException {
        WholeFile.write(file(), out -> PAGE.write("Sweep – LoadHarness", data(), out));
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
        stage.put("answered", metrics.counts().answered());
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
