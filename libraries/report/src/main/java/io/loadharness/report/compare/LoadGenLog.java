// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.Scenario;
import io.loadharness.Verdict;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.report.ReportException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads LoadGen's own log, {@code mlperf_log_detail.txt}. Any harness with LoadGen 4 or later can have written it. LoadGen does not escape
 * text. Therefore, the lines of the log are not always valid JSON.
 */
final class LoadGenLog {

    static final String DESCRIPTION = "the mlperf_log_detail.txt of LoadGen";

    private static final byte[] START = ":::MLLOG ".getBytes(StandardCharsets.UTF_8);
    private static final Pattern LINE =
            Pattern.compile(":::MLLOG \\{\"key\": \"([^\"]+)\", \"value\": (.*), \"time_ms\": .*\\}");
    private static final String SETTING = "requested_";
    private static final int SUMMARY_BYTES = 200;

    private final Path file;

    /** The first value of each key. */
    private final Map<String, String> values = new LinkedHashMap<>();

    private final List<String> errors = new ArrayList<>();

    private LoadGenLog(Path file) {
        this.file = file;
    }

    /** Returns true if a file starts like a log of LoadGen. */
    static boolean isAt(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(START.length), START);
        }
    }

    /**
     * Rejects a file that is not the log, but is easily confused with it.
     *
     * @throws ReportException if the file is empty, or is the summary of LoadGen
     */
    static void refuseOther(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return;
        }
        if (Files.size(file) == 0) {
            throw new ReportException(file + " is empty: give the folder of a run, or the mlperf_log_detail.txt of a"
                    + " LoadGen run that has ended");
        }
        try (InputStream in = Files.newInputStream(file)) {
            if (new String(in.readNBytes(SUMMARY_BYTES), StandardCharsets.UTF_8).contains("MLPerf Results Summary")) {
                throw new ReportException(file
                        + " is the summary of LoadGen, which has no settings and no complete metrics: give "
                        + "mlperf_log_detail.txt of the same run");
            }
        }
    }

    /**
     * Finds the log in a folder; empty if there is none.
     *
     * @throws ReportException if the folder has several logs
     */
    static Optional<Path> in(Path folder) throws IOException {
        List<Path> logs = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.sorted().toList()) {
                if (each.getFileName().toString().endsWith(".txt") && isAt(each)) {
                    logs.add(each);
                }
            }
        }
        if (logs.size() > 1) {
            throw new ReportException(
                    folder + " has " + logs.size() + " logs of LoadGen: name one of them, for example " + logs.get(0));
        }
        return logs.stream().findFirst();
    }

    /**
     * Reads a log.
     *
     * @throws ReportException if the log is damaged, or the run did not end
     */
    static ComparedRun read(Path file) throws IOException {
        LoadGenLog log = new LoadGenLog(file);
        log.readLines();
        return log.run();
    }

    private void readLines() throws IOException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            int number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher matcher = LINE.matcher(line);
                if (!matcher.matches()) {
                    throw new ReportException(
                            file + ", line " + number + ": the line is cut off or not written by LoadGen");
                }
                add(matcher.group(1), unquoted(matcher.group(2)));
                number++;
            }
        }
    }

    private void add(String key, String value) {
        values.putIfAbsent(key, value);
        if (key.startsWith("error_")) {
            errors.add(value);
        }
    }

    private static String unquoted(String value) {
        return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1)
                : value;
    }

    private ComparedRun run() throws ReportException {
        boolean measured = !"AccuracyOnly".equals(required("effective_test_mode"));
        Optional<Verdict> verdict = measured ? Optional.of(verdict(required("result_validity"))) : Optional.empty();
        return new ComparedRun(
                file.toString(),
                "LoadGen",
                verdict,
                verdict.equals(Optional.of(Verdict.INVALID)) ? reasons() : List.of(),
                settings(),
                measured ? completed() : OptionalLong.empty(),
                OptionalLong.empty(),
                Map.of(),
                rates(),
                metrics(),
                List.of(
                        "LoadGen: the log does not distinguish failed from completed requests, and its latencies count from the"
                                + " scheduled start."),
                Optional.empty());
    }

    private String required(String key) throws ReportException {
        String value = values.get(key);
        if (value == null) {
            throw new ReportException(file + " has no " + key + ": the run did not end, or its log is cut off");
        }
        return value;
    }

    /** Returns the verdict of LoadGen. As in runs of LoadHarness, an error makes a run invalid even if LoadGen calls it valid. */
    private Verdict verdict(String validity) throws ReportException {
        return switch (validity) {
            case "VALID" -> errors.isEmpty() ? Verdict.VALID : Verdict.INVALID;
            case "INVALID" -> Verdict.INVALID;
            default -> throw wrong("result_validity", "VALID or INVALID");
        };
    }

    private List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        Optional.ofNullable(values.get("result_invalid_reason"))
                .filter(text -> !text.isBlank())
                .ifPresent(text -> reasons.add(text.strip()));
        boolean stoppedTooEarly = isFalse("early_stopping_met");
        int before = reasons.size();
        values.forEach((key, value) -> {
            boolean isOfEarlyStopping = key.startsWith("early_stopping") && key.endsWith("_result");
            if (isOfEarlyStopping
                    && !value.isBlank()
                    && (value.contains("unsuccessful") || (stoppedTooEarly && !value.contains("successful")))) {
                reasons.add(key + ":"
                        + value.replaceAll("(?:\\s|\\\\n)+\\*?\\s*", " ").stripTrailing());
            }
        });
        if (stoppedTooEarly && reasons.size() == before) {
            reasons.add("early_stopping_met is false");
        }
        if (reasons.isEmpty()) {
            Stream.of("result_perf_constraints_met", "result_min_duration_met", "result_min_queries_met")
                    .filter(this::isFalse)
                    .forEach(key -> reasons.add(key + " is false"));
        }
        errors.forEach(error -> reasons.add("LoadGen reported " + error));
        return reasons;
    }

    private boolean isFalse(String key) {
        return "false".equals(values.get(key));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String key : List.of("loadgen_version", "sut_name", "qsl_name")) {
            Optional.ofNullable(values.get(key)).ifPresent(value -> settings.put(key, value));
        }
        values.forEach((key, value) -> {
            if (key.startsWith(SETTING)) {
                settings.put(key.substring(SETTING.length()), value);
            }
        });
        settings.computeIfPresent("scenario", (key, value) -> nameOfScenario(value));
        return settings;
    }

    /** Converts LoadGen's name of a scenario to the name in results of LoadHarness. Returns other texts unchanged. */
    private static String nameOfScenario(String text) {
        String name = text.replace(" ", "");
        return Stream.of(Scenario.values())
                .filter(each -> each.loadGenName().equalsIgnoreCase(name))
                .map(Scenario::name)
                .findFirst()
                .orElse(text);
    }

    private OptionalLong completed() throws ReportException {
        OptionalDouble queries = number("result_query_count");
        OptionalDouble samples = number("generated_samples_per_query");
        return queries.isPresent() && samples.isPresent()
                ? OptionalLong.of(Math.round(queries.getAsDouble() * samples.getAsDouble()))
                : OptionalLong.empty();
    }

    private Map<Rate, Double> rates() throws ReportException {
        Map<Rate, Double> rates = new EnumMap<>(Rate.class);
        for (String key : List.of(
                "result_completed_samples_per_sec", "result_samples_per_second", "result_qps_with_loadgen_overhead")) {
            number(key).ifPresent(value -> rates.putIfAbsent(Rate.REQUESTS_PER_SECOND, value));
        }
        for (String key : List.of(
                "result_completed_tokens_per_second",
                "result_tokens_per_second",
                "result_token_throughput_with_loadgen_overhead")) {
            number(key).ifPresent(value -> rates.putIfAbsent(Rate.OUTPUT_TOKENS_PER_SECOND, value));
        }
        return rates;
    }

    private Map<Metric, MetricSummary> metrics() throws ReportException {
        Map<Metric, MetricSummary> metrics = new EnumMap<>(Metric.class);
        addMetric(
                metrics,
                Metric.TTFT_SCHEDULED,
                "result_first_token_mean_latency_ns",
                "result_first_token_%d.00_percentile_latency_ns");
        addMetric(
                metrics,
                Metric.TPOT_SCHEDULED,
                "result_time_to_output_token_mean",
                "result_time_per_output_token_%d.00_percentile_ns");
        addMetric(metrics, Metric.LATENCY_SCHEDULED, "result_mean_latency_ns", "result_%d.00_percentile_latency_ns");
        return metrics;
    }

    private void addMetric(Map<Metric, MetricSummary> metrics, Metric metric, String mean, String percentile)
            throws ReportException {
        Map<Statistic, Double> statistics = new EnumMap<>(Statistic.class);
        for (Statistic each : Statistic.values()) {
            String key = each.percentage().isPresent()
                    ? percentile.formatted(each.percentage().getAsInt())
                    : mean;
            number(key).ifPresent(value -> statistics.put(each, value));
        }
        if (!statistics.isEmpty()) {
            metrics.put(metric, new MetricSummary(statistics, Optional.empty()));
        }
    }

    /** Returns a number; empty if it is missing or not finite. */
    private OptionalDouble number(String key) throws ReportException {
        String value = values.get(key);
        if (value == null || value.matches("-?(nan|inf)")) {
            return OptionalDouble.empty();
        }
        try {
            return OptionalDouble.of(Double.parseDouble(value));
        } catch (NumberFormatException e) {
            throw wrong(key, "a number");
        }
    }

    private ReportException wrong(String key, String expected) {
        return new ReportException(file + ": " + key + " must be " + expected + ": got " + values.get(key));
    }
}
