// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import io.loadharness.accuracy.AccuracyMetric.Scorer;
import io.loadharness.dataset.MlperfDataset;
import io.loadharness.inference.Tensor;
import io.loadharness.inference.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A computation of the accuracy of runs: a metric, its targets and the bounds of the scores. Immutable. Thread-safe if the tokenizer is
 * thread-safe.
 *
 * <pre>{@code
 * Accuracy accuracy = Accuracy.builder()
 *     .model(MlperfDataset.RESNET50)
 *     .targets(Path.of("val_map.txt"))
 *     .build();
 * AccuracyResult result = accuracy.score(Path.of("results/offline")); // the output folder of an accuracy run
 * System.out.println(result.totals().get("accuracy") + " " + (result.passed() ? "passed" : result.reasons()));
 * result.write(Path.of("results/offline"));
 * }</pre>
 *
 * <p>{@code Benchmark.Builder.accuracy} computes the accuracy after each accuracy run.
 */
public final class Accuracy {

    private final AccuracyMetric metric;
    private final Optional<MlperfDataset> model;
    private final ScoringInput input;
    private final List<AccuracyBound> bounds;

    private Accuracy(
            AccuracyMetric metric, Optional<MlperfDataset> model, ScoringInput input, List<AccuracyBound> bounds) {
        this.metric = metric;
        this.model = model;
        this.input = input;
        this.bounds = List.copyOf(bounds);
    }

    /** Returns a builder. The metric or the model, and the targets are required. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the metric. */
    public AccuracyMetric metric() {
        return metric;
    }

    /** Returns a copy that converts the token ids of responses to text with this tokenizer. The caller closes the tokenizer. */
    public Accuracy with(Tokenizer tokenizer) {
        return new Accuracy(
                metric,
                model,
                new ScoringInput(input.targets(), input.column(), input.type(), Optional.of(tokenizer)),
                bounds);
    }

    /**
     * Reads the targets, to find errors before a run.
     *
     * @param samples the number of samples of the run
     * @throws AccuracyException if the targets cannot be used, or if there are fewer targets than samples
     */
    public void check(int samples) throws IOException {
        scorer(samples);
    }

    private Scorer scorer(int samples) throws IOException {
        Scorer scorer = metric.scorer(input);
        if (scorer.samples() < samples) {
            throw new AccuracyException(input.targets() + " has targets for " + scorer.samples()
                    + " samples, but the run has " + samples + ": give the targets of all samples, in the order of the"
                    + " data set");
        }
        return scorer;
    }

    /**
     * Scores the accuracy log in the folder of a run. If samples are missing, the result contains the reason and does not pass.
     *
     * @throws AccuracyException if the log or the targets cannot be used; the message gives the file and the location
     */
    public AccuracyResult score(Path folder) throws IOException {
        Path log = folder.resolve(AccuracyLog.FILE_NAME);
        LoggedRun run = LoggedRun.read(folder);
        Scorer scorer = scorer(run.samples().orElse(0));
        int expected = run.samples().orElse(scorer.samples());
        BitSet seen = new BitSet();
        int duplicates = 0;
        @Nullable LoggedAnswer unknown = null;
        try (AccuracyLog answers = AccuracyLog.open(log)) {
            for (Optional<LoggedAnswer> next = answers.next(); next.isPresent(); next = answers.next()) {
                LoggedAnswer answer = next.get();
                if (answer.sample() >= expected) {
                    unknown = unknown == null ? answer : unknown;
                } else if (seen.get(answer.sample())) {
                    duplicates++;
                } else {
                    seen.set(answer.sample());
                    scorer.score(answer);
                }
            }
        }
        List<String> problems = new ArrayList<>();
        run.problem().ifPresent(problems::add);
        if (seen.cardinality() < expected) {
            problems.add(log + " has no response to " + (expected - seen.cardinality()) + " of " + expected
                    + " samples, the first of which is sample " + seen.nextClearBit(0) + ": run again");
        }
        if (unknown != null) {
            problems.add(unknown.place() + ": the log has a response to sample " + unknown.sample()
                    + ", but the run has only " + expected + " samples: use the log and the targets of the same run");
        }
        return result(scorer, expected, seen.cardinality(), duplicates, problems);
    }

    private AccuracyResult result(Scorer scorer, int expected, int scored, int duplicates, List<String> problems) {
        Map<String, Double> totals = scorer.totals(expected);
        List<AccuracyBound.Check> checks = new ArrayList<>();
        for (AccuracyBound each : bounds) {
            Double actual = totals.get(each.score());
            if (actual == null) {
                problems.add("the metric '" + metric.name() + "' has no score '" + each.score()
                        + "' for these responses: its scores are " + String.join(", ", totals.keySet()));
            } else {
                checks.add(each.check(actual));
            }
        }
        List<String> warnings = new ArrayList<>();
        if (!scorer.hint().isEmpty()) {
            warnings.add(scorer.hint());
        }
        if (duplicates > 0) {
            warnings.add("The log has " + duplicates + (duplicates == 1 ? " response" : " responses")
                    + " to samples that already had a response: only the first response counts.");
        }
        model.filter(each -> !each.sampleCounts().contains(expected))
                .ifPresent(each -> warnings.add("The run has " + expected + " samples, but MLPerf's data set of "
                        + each.model() + " has " + each.sampleCountText() + ": the score is not a result for MLPerf."));
        return new AccuracyResult(
                metric.name(),
                model.map(MlperfDataset::model),
                String.valueOf(input.targets().getFileName()),
                totals,
                checks,
                expected,
                scored,
                duplicates,
                problems,
                warnings,
                scorer.referenceLine(expected));
    }

    /** A builder. Not thread-safe. */
    public static final class Builder {

        private Optional<AccuracyMetric> metric = Optional.empty();
        private Optional<MlperfDataset> model = Optional.empty();
        private Optional<Path> targets = Optional.empty();
        private Optional<String> column = Optional.empty();
        private Optional<Tensor.Type> type = Optional.empty();
        private Optional<Tokenizer> tokenizer = Optional.empty();
        private final List<AccuracyBound> bounds = new ArrayList<>();

        private Builder() {}

        /** Sets the model of MLPerf, which determines the metric and the bounds. {@link #metric} overrides this metric. */
        public Builder model(MlperfDataset published) {
            model = Optional.of(published);
            return this;
        }

        /**
         * Sets the metric by its name, for example {@code top-1}.
         *
         * @throws IllegalArgumentException if no metric has this name; the message suggests the nearest name
         */
        public Builder metric(String name) {
            return metric(AccuracyMetric.named(name));
        }

        /** Sets the metric. */
        public Builder metric(AccuracyMetric own) {
            metric = Optional.of(own);
            return this;
        }

        /** Sets the file that contains the targets, for example MLPerf's {@code val_map.txt} or a data set. */
        public Builder targets(Path file) {
            targets = Optional.of(file);
            return this;
        }

        /** Sets the data set column that contains the targets. Default: the column with a standard name, such as {@code label}. */
        public Builder column(String name) {
            column = Optional.of(name);
            return this;
        }

        /**
         * Sets the type of the numbers in the responses. Default: the type that MLPerf's script for the metric expects, for example
         * {@code float32} for classes.
         */
        public Builder type(Tensor.Type ofNumbers) {
            type = Optional.of(ofNumbers);
            return this;
        }

        /** Sets the tokenizer that converts the token ids of responses to text. The caller closes the tokenizer. */
        public Builder tokenizer(Tokenizer ofModel) {
            tokenizer = Optional.of(ofModel);
            return this;
        }

        /** Adds the minimum of a score. This minimum replaces the bound of the model for this score. */
        public Builder bound(String score, double min) {
            bounds.add(new AccuracyBound(score, min, AccuracyBound.EXACT));
            return this;
        }

        /**
         * Builds the computation. Does not read the targets.
         *
         * @throws IllegalArgumentException if a setting is missing, or if LoadHarness has no metric for the model
         */
        public Accuracy build() {
            Optional<ModelAccuracy> ofModel = model.map(ModelAccuracy::of);
            AccuracyMetric chosen = metric.or(
                            () -> ofModel.flatMap(ModelAccuracy::metric).map(AccuracyMetric::named))
                    .orElseThrow(() -> new IllegalArgumentException(ofModel.flatMap(ModelAccuracy::missing)
                            .orElse("no accuracy metric is given: give its name, for" + " example top-1")));
            Path file = targets.orElseThrow(() -> new IllegalArgumentException(
                    "the metric '" + chosen.name() + "' needs targets: give " + chosen.targets()));
            List<AccuracyBound> all = new ArrayList<>(bounds);
            ofModel.stream()
                    .flatMap(each -> each.bounds().stream())
                    .filter(each -> bounds.stream().noneMatch(own -> own.score().equals(each.score())))
                    .forEach(all::add);
            return new Accuracy(chosen, model, new ScoringInput(file, column, type, tokenizer), all);
        }
    }
}
