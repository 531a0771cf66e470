// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.dataset.ChatTemplateOptions;
import io.loadharness.cli.dataset.ReadingOptions;
import io.loadharness.cli.dataset.WorkloadOptions;
import io.loadharness.cli.options.Counts;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.PromptEncoder;
import io.loadharness.dataset.PromptForm;
import io.loadharness.dataset.StandardColumn;
import io.loadharness.inference.Tokenizer;
import io.loadharness.report.Quantity;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the prompts that are sent. */
final class DataOptions {

    @Option(
            names = "--dataset-path",
            paramLabel = "FILE",
            description =
                    "The data set: a JSON, JSON Lines, CSV, Parquet, NumPy or pickle file. Default: built-in prompts")
    private @Nullable Path file;

    @Mixin
    private ReadingOptions reading;

    @Option(
            names = "--prompts",
            paramLabel = "FORM",
            description = "Form in which the prompts of the data set are sent: ids (token ids) or text. If the data set"
                    + " has no column of token ids, --prompts=ids needs --tokenizer, which encodes the prompts."
                    + " Default: ids if the data set has a column of token ids, otherwise text")
    private @Nullable PromptForm form;

    @Mixin
    private ChatTemplateOptions chatTemplate;

    @Mixin
    private WorkloadOptions workload;

    @Option(
            names = "--num-samples",
            paramLabel = "N",
            description = "Use only the first N samples of the data set, for example 1000. If the data set has"
                    + " fewer samples, all samples are used. Default: all samples")
    private @Nullable Integer count;

    /** Returns true if prompts are synthetic. */
    boolean isSynthetic() {
        return workload.isGiven();
    }

    /** Returns the file of {@code --dataset-path}; empty if it is not given. */
    Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** Returns the image files to which the rows of {@code --dataset-path} refer, by their names in the rows. */
    Map<String, Path> imageFiles(PrintWriter out) throws IOException {
        return file == null ? Map.of() : reading.imageFiles(file, out);
    }

    /** Returns true if a data set is given by {@code --dataset-path}. */
    boolean isGiven() {
        return file != null;
    }

    /**
     * Checks the options and passes them to a benchmark.
     *
     * @param areTensors true if the samples are tensors instead of prompts
     * @param seed the seed of synthetic prompts
     * @param out the writer for the progress of reading
     * @throws IllegalArgumentException if an option does not apply
     */
    void applyTo(Benchmark.Builder benchmark, boolean areTensors, long seed, PrintWriter out) {
        check();
        Path given = file;
        if (areTensors) {
            benchmark.tensors(requireTensors());
        } else if (given != null) {
            benchmark.dataset((tokenizer, messages) -> encoded(reading.read(given, out), tokenizer, messages));
        } else if (isSynthetic()) {
            benchmark.dataset((tokenizer, messages) -> Dataset.of(workload.name(), workload.workload(tokenizer, seed)));
        }
        if (form != null) {
            benchmark.promptForm(form);
        }
        if (count != null) {
            benchmark.samples(count);
        }
    }

    private Path requireTensors() {
        if (file == null) {
            throw new IllegalArgumentException("the engine takes tensors: give them with --dataset-path, for example"
                    + " --dataset-path images.npy");
        }
        if (form != null) {
            throw new IllegalArgumentException("--prompts does not apply to tensors: leave out --prompts");
        }
        reading.requireNone();
        return file;
    }

    /** Adds token ids to a data set if the prompts are sent as ids and the data set has only text. */
    private Dataset encoded(Dataset set, Optional<Tokenizer> tokenizer, Consumer<String> messages)
            throws DatasetException {
        boolean hasIds = set.nameOf(StandardColumn.INPUT_IDS).isPresent();
        if (chatTemplate.isGiven() && hasIds) {
            throw new IllegalArgumentException(set.name() + " already has token ids in the column "
                    + set.nameOf(StandardColumn.INPUT_IDS).orElseThrow()
                    + ", to which --chat-template does not apply: leave out --chat-template");
        }
        if (form != PromptForm.IDS || hasIds || set.nameOf(StandardColumn.INPUT).isEmpty()) {
            return set;
        }
        PromptEncoder encoder = chatTemplate.encoder(tokenizer.orElseThrow(() -> new IllegalArgumentException(set.name()
                + " has no column for \"input_ids\": encode its prompts with --tokenizer, or leave out"
                + " --prompts=ids")));
        Dataset questions = set.withoutEmptyConversations();
        if (questions.rows() < set.rows()) {
            messages.accept(Quantity.count(set.rows() - questions.rows()) + " of " + Quantity.count(set.rows())
                    + " conversations are skipped: they contain no question");
        }
        messages.accept("Encoding the prompts of " + set.name() + " with " + tokenizer.get());
        return questions.withInputIds(encoder);
    }

    /** Returns true if a tokenizer encodes the prompts. */
    boolean isEncoded() {
        return form == PromptForm.IDS;
    }

    /**
     * Checks that {@code --num-samples} is not given, for loads that send all requests of the data set.
     *
     * @throws IllegalArgumentException if {@code --num-samples} is given
     */
    void requireWhole() {
        if (count != null) {
            throw new IllegalArgumentException(
                    "--num-samples does not apply to --load=replay and --load=sessions, which send all requests of the"
                            + " data set: leave out --num-samples");
        }
    }

    private void check() {
        if (count != null) {
            Counts.requireAtLeast(1, "--num-samples", count);
        }
        if (file == null) {
            reading.requireNone();
            if (form != null) {
                throw new IllegalArgumentException("--prompts needs --dataset-path: "
                        + (isSynthetic() ? "for --workload, use --style" : "the built-in prompts are text"));
            }
        } else if (isSynthetic()) {
            throw new IllegalArgumentException(
                    "--workload and --dataset-path both choose the prompts: give only one of them");
        }
        if (!isSynthetic()) {
            workload.requireNone();
        }
        if (chatTemplate.isGiven() && form != PromptForm.IDS) {
            throw new IllegalArgumentException(
                    "--chat-template needs --prompts=ids and --tokenizer: with --prompts=text, the server applies its"
                            + " own template in the chat dialects");
        }
    }
}
