// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.accuracy.Accuracy;
import io.loadharness.accuracy.ModelAccuracy;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.dataset.MlperfDataset;
import io.loadharness.inference.Tensor;
import io.loadharness.internal.ProgramName;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the accuracy that is computed after accuracy runs. */
final class AccuracyOptions {

    @Option(
            names = "--accuracy-targets",
            paramLabel = "FILE",
            description = "After an accuracy run, compare the responses with the targets in this file, for example"
                    + " val_map.txt. If the accuracy is below a bound (see --accuracy-bound), the run is INVALID."
                    + " Requires --profile or --accuracy-metric. See docs/guides/accuracy.md.")
    private @Nullable Path targets;

    @Option(
            names = "--accuracy-metric",
            paramLabel = "NAME",
            description = "The accuracy metric, for example top-1 or squad. Without --accuracy-targets, the data set"
                    + " must contain the targets. Default: the metric of --profile")
    private @Nullable String metric;

    @Option(
            names = "--accuracy-column",
            paramLabel = "COLUMN",
            description = "The column that contains the targets, for example label. Default: the column with one of the"
                    + " names in docs/guides/accuracy.md, or the only column of the file")
    private @Nullable String column;

    @Option(
            names = "--accuracy-dtype",
            paramLabel = "TYPE",
            description =
                    "The type of the numbers in the responses: float32, int32 or int64. Default: float32 for classes"
                            + " and logits, int32 for token ids")
    private Tensor.@Nullable Type type;

    @Option(
            names = "--accuracy-bound",
            paramLabel = "SCORE=MIN",
            description = "The minimum value of a score, for example accuracy=75. May be repeated. Default: the bounds"
                    + " of --profile")
    private Map<String, Double> bounds = new LinkedHashMap<>();

    private boolean areGiven() {
        return targets != null || metric != null || column != null || type != null || !bounds.isEmpty();
    }

    /**
     * Passes the options to a benchmark. If an accuracy run will have no score, prints the reason.
     *
     * @param isAccuracy true if the run is an accuracy run
     * @param model the data set of the profile
     * @param dataset the file of the data set, which can contain the targets
     * @throws IllegalArgumentException if the options are not complete or do not apply
     */
    void applyTo(
            Benchmark.Builder benchmark,
            boolean isAccuracy,
            Optional<MlperfDataset> model,
            Optional<Path> dataset,
            PrintWriter out) {
        if (!areGiven()) {
            if (isAccuracy) {
                model.map(each -> ModelAccuracy.of(each)
                                .missing()
                                .map(missing -> "Accuracy is not scored: " + missing)
                                .orElse("Accuracy is not scored: give --accuracy-targets, or score the run later with"
                                        + " " + ProgramName.COMMAND + " accuracy"))
                        .ifPresent(out::println);
            }
            return;
        }
        if (!isAccuracy) {
            throw new IllegalArgumentException(
                    "--accuracy-targets and the other options of the accuracy apply to accuracy runs: add --accuracy");
        }
        Optional<Path> file = Optional.ofNullable(targets).or(() -> metric == null ? Optional.empty() : dataset);
        if (file.isEmpty()) {
            throw new IllegalArgumentException(
                    "the accuracy needs targets: give their file with --accuracy-targets, for example val_map.txt");
        }
        Accuracy.Builder accuracy = Accuracy.builder().targets(file.get());
        model.ifPresent(accuracy::model);
        Optional.ofNullable(metric).ifPresent(accuracy::metric);
        Optional.ofNullable(column).ifPresent(accuracy::column);
        Optional.ofNullable(type).ifPresent(accuracy::type);
        bounds.forEach(accuracy::bound);
        benchmark.accuracy(accuracy.build());
    }
}
