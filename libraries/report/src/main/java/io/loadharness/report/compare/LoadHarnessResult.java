// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.Verdict;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.report.ReportException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Reads {@code result.json} of LoadHarness. */
final class LoadHarnessResult implements ResultFormat {

    static final String TOOL = "LoadHarness";

    private static final String SCHEMA = "loadharness-result";
    private static final long VERSION = 1;

    @Override
    public String description() {
        return "the result.json of LoadHarness";
    }

    @Override
    public boolean recognizes(ResultNode root) {
        return SCHEMA.equals(root.json().path("schema").asText());
    }

    @Override
    public List<ComparedRun> runs(ResultNode root) throws ReportException {
        if (!root.count("version").equals(OptionalLong.of(VERSION))) {
            throw root.wrong("version", VERSION + ", the version that this program reads");
        }
        ResultNode counts = root.at("counts");
        return List.of(new ComparedRun(
                root.file().toString(),
                TOOL,
                Optional.of(verdict(root)),
                reasons(root),
                settings(root.at("run")),
                counts.count("completed"),
                counts.count("failed"),
                failures(root),
                rates(root.at("rates")),
                metrics(root.at("metrics")),
                warnings(root),
                Optional.empty()));
    }

    private static Verdict verdict(ResultNode root) throws ReportException {
        List<String> names = Stream.of(Verdict.values()).map(Verdict::name).toList();
        String name = root.text("verdict").orElse("");
        if (!names.contains(name)) {
            throw root.wrong("verdict", "one of " + String.join(", ", names));
        }
        return Verdict.valueOf(name);
    }

    private static List<String> reasons(ResultNode root) {
        List<String> reasons = new ArrayList<>();
        root.json().path("reasons").forEach(each -> reasons.add(each.asText()));
        return reasons;
    }

    private static List<String> warnings(ResultNode root) {
        Set<String> warnings = new LinkedHashSet<>();
        root.json().path("warnings").forEach(each -> warnings.add(each.asText()));
        root.json().path("outcome").path("warnings").forEach(each -> warnings.add(each.asText()));
        return List.copyOf(warnings);
    }

    /** Reads the settings of a run, from the {@code run} object of a result or from {@code run.json}. */
    static Map<String, String> settings(ResultNode run) throws ReportException {
        Map<String, String> settings = new LinkedHashMap<>();
        run.flattenInto(settings);
        settings.remove("started");
        settings.remove("settings");
        for (ResultNode each : run.objects("settings")) {
            String name = each.text("name").orElse("");
            if (!"--output-dir".equals(name)) {
                settings.put(name, each.text("value").orElse(""));
            }
        }
        return settings;
    }

    private static Map<String, Long> failures(ResultNode root) throws ReportException {
        Map<String, Long> failures = new LinkedHashMap<>();
        for (ResultNode each : root.objects("failures")) {
            failures.put(each.text("kind").orElse("?"), each.count("count").orElse(0));
        }
        return failures;
    }

    private static Map<Rate, Double> rates(ResultNode node) throws ReportException {
        RateReader reader = new RateReader();
        for (Rate each : Rate.values()) {
            reader.read(each, node, each.id());
        }
        return reader.rates();
    }

    private static Map<Metric, MetricSummary> metrics(ResultNode node) throws ReportException {
        SummaryReader reader = new SummaryReader();
        for (Metric each : Metric.values()) {
            reader.read(each, node.at(each.id()), statistic -> List.of(statistic.id()), 1);
        }
        return reader.metrics();
    }
}
