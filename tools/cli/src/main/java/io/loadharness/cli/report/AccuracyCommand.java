// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.report;

import io.loadharness.Reason;
import io.loadharness.accuracy.Accuracy;
import io.loadharness.accuracy.AccuracyResult;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.target.TokenizerOptions;
import io.loadharness.dataset.MlperfDataset;
import io.loadharness.inference.HubOptions;
import io.loadharness.inference.Tensor;
import io.loadharness.inference.Tokenizer;
import io.loadharness.report.ReportWriter;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunReport;
import io.loadharness.report.Summary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness accuracy}. */
@Command(
        name = "accuracy",
        description = {
            "Computes the accuracy of an accuracy run from LoadGen's mlperf_log_accuracy.json. Compares the accuracy"
                    + " with the bounds of MLPerf, and adds the accuracy to the reports of the run.",
            "By default, the options have the same values as in the run. FOLDER can also be the log folder of another"
                    + " LoadGen harness."
        })
public final class AccuracyCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FOLDER", description = "The output folder of an accuracy run.")
    private Path folder;

    @Option(
            names = "--targets",
            paramLabel = "FILE",
            description = "The file that contains the targets: MLPerf's val_map.txt, SQuAD's dev-v1.1.json, or a data"
                    + " set.")
    private @Nullable Path targets;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            description = "The metric: top-1, squad, squad-logits, squad-logits-interleaved, or the name of a plug-in."
                    + " Default: the metric of --profile")
    private @Nullable String metric;

    @Option(
            names = "--profile",
            paramLabel = "MODEL",
            description = "The MLPerf model, which determines the metric and the bounds, for example resnet50.")
    private @Nullable String model;

    @Option(
            names = "--column",
            paramLabel = "COLUMN",
            description = "The column that contains the targets, for example label. Default: the column with one of the"
                    + " names in docs/guides/accuracy.md, or the only column of the file")
    private @Nullable String column;

    @Option(
            names = "--dtype",
            paramLabel = "TYPE",
            description =
                    "The type of the numbers in the responses: float32, int32 or int64. Default: float32 for classes"
                            + " and logits, int32 for token ids")
    private Tensor.@Nullable Type type;

    @Option(
            names = "--bound",
            paramLabel = "SCORE=MIN",
            description = "The minimum value of a score, for example accuracy=75. May be repeated. Default: the bounds"
                    + " of --profile")
    private Map<String, Double> bounds = new LinkedHashMap<>();

    @Mixin
    private TokenizerOptions tokenizing;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        RunFolder run = new RunFolder(folder);
        boolean hasReport = Files.exists(run.description()) && Files.exists(run.records());
        Map<String, String> ofRun = hasReport ? settings(run) : Map.of();
        AccuracyResult result;
        List<Path> files;
        found(ofRun, "--tokenizer").ifPresent(tokenizing::setDefault);
        try (Tokenizer tokenizer = tokenizing.open(HubOptions.DEFAULTS, out)) {
            result = accuracy(ofRun, Optional.ofNullable(tokenizer)).score(folder);
            files = result.write(folder);
        }
        Summary.print(out, result);
        result.reasons().forEach(each -> out.println("- " + each));
        out.println((result.passed() ? "Accuracy passed: " : "Accuracy did not pass: ") + result.referenceLine());
        files.forEach(each -> out.println("Written: " + each));
        out.flush();
        List<Integer> codes = new ArrayList<>(List.of(code(result)));
        if (hasReport) {
            RunReport report = ReportWriter.write(run);
            out.println("Verdict of the run: " + report.verdict());
            codes.add(ExitCode.of(report));
        }
        return ExitCode.worst(codes);
    }

    private static int code(AccuracyResult result) {
        if (result.passed()) {
            return ExitCode.OK;
        }
        return result.reasons().stream().allMatch(each -> each.code() == Reason.Code.ACCURACY_BELOW_BOUND)
                ? ExitCode.UNMET
                : ExitCode.INVALID;
    }

    /** Returns the options that the run had, by name. */
    private static Map<String, String> settings(RunFolder run) throws IOException {
        Map<String, String> settings = new LinkedHashMap<>();
        for (Setting each : run.readDescription().settings()) {
            if (!each.value().isBlank()) {
                settings.put(each.name(), each.value());
            }
        }
        return settings;
    }

    private Accuracy accuracy(Map<String, String> ofRun, Optional<Tokenizer> tokenizer) {
        Accuracy.Builder accuracy = Accuracy.builder();
        Optional<String> chosen = Optional.ofNullable(metric).or(() -> found(ofRun, "--accuracy-metric"));
        Optional.ofNullable(model)
                .or(() -> found(ofRun, "--profile"))
                .map(MlperfDataset::of)
                .ifPresent(accuracy::model);
        chosen.ifPresent(accuracy::metric);
        Optional.ofNullable(targets)
                .or(() -> found(ofRun, "--accuracy-targets").map(Path::of))
                .or(() -> chosen.flatMap(each -> found(ofRun, "--dataset-path")).map(Path::of))
                .ifPresent(accuracy::targets);
        Optional.ofNullable(column).or(() -> found(ofRun, "--accuracy-column")).ifPresent(accuracy::column);
        Optional.ofNullable(type)
                .or(() -> found(ofRun, "--accuracy-dtype").flatMap(Tensor.Type::named))
                .ifPresent(accuracy::type);
        (bounds.isEmpty() ? boundsOfRun(ofRun) : bounds).forEach(accuracy::bound);
        tokenizer.ifPresent(accuracy::tokenizer);
        return accuracy.build();
    }

    /** Returns the bounds that the run had, because a run that was below its bound must not pass without it. */
    private static Map<String, Double> boundsOfRun(Map<String, String> ofRun) {
        Map<String, Double> bounds = new LinkedHashMap<>();
        for (String each : found(ofRun, "--accuracy-bound").stream()
                .flatMap(text -> Stream.of(text.split(", ", -1)))
                .toList()) {
            int equals = each.indexOf('=');
            bounds.put(each.substring(0, equals), Double.valueOf(each.substring(equals + 1)));
        }
        return bounds;
    }

    private static Optional<String> found(Map<String, String> settings, String option) {
        return Optional.ofNullable(settings.get(option));
    }
}
