package io.loadharness.cli.run;

import io.loadharness.cli.dataset.ReadingOptions;
import io.loadharness.cli.dataset.WorkloadOptions;
import io.loadharness.cli.options.Counts;
import io.loadharness.cli.target.Prompts;
import io.loadharness.cli.target.RequestSet;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.MlperfDataset;
import io.loadharness.dataset.PromptForm;
import io.loadharness.dataset.StandardColumn;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Tokenizer;
import io.loadharness.report.Quantity;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what the servers are asked. */
final class DataOptions {

    @Option(
            names = "--dataset-path",
            paramLabel = "FILE",
            description = "The data set: JSON, JSON Lines, CSV, Parquet, NumPy or a pickle. Default: built-in prompts")
    private Path file;

    @Mixin
    private ReadingOptions reading;

    @Option(
            names = "--prompts",
            paramLabel = "FORM",
            description = "Send the data set as ids or as text. Default: ids, if it has such a column")
    private PromptForm form;

    @Mixin
    private WorkloadOptions workload;

    @Option(
            names = "--num-samples",
            paramLabel = "N",
            description = "Only the first N samples of the data set, or all if there are fewer. Default: all")
    private Integer count;

    /** Whether prompts are made up. */
    boolean isMadeUp() {
        return workload.isGiven();
    }

    /** Whether there is a data set, and not the built-in prompts. */
    boolean isGiven() {
        return file != null;
    }

    /**
     * Reads what the servers are asked, or makes it up.
     *
     * @param tokenizer makes the lengths of made-up prompts exact
     * @param seed of made-up prompts
     * @param expected the data set that it has to be; that it is another is said
     * @throws IllegalArgumentException if the data set cannot be asked; says where and why
     */
    AskedData requests(
            GenerationParameters parameters,
            Optional<Tokenizer> tokenizer,
            long seed,
            Optional<MlperfDataset> expected,
            PrintWriter out)
            throws IOException {
        check();
        if (file == null && !isMadeUp()) {
            return new AskedData(first(Prompts.set(parameters), out), Optional.empty());
        }
        try {
            Dataset read = file != null
                    ? reading.read(file, out)
                    : Dataset.of(workload.name(), workload.workload(tokenizer, seed));
            requireNoTrace(read);
            PromptForm chosen = form != null ? form : PromptForm.bestFor(read);
            expected.ifPresent(each -> each.objections(read).forEach(out::println));
            Dataset dataset = chosen == PromptForm.TEXT ? read.askable() : read;
            if (dataset.rows() < read.rows()) {
                out.println(Quantity.count(read.rows() - dataset.rows()) + " of " + Quantity.count(read.rows())
                        + " conversations are left out: nothing is asked in them");
            }
            RequestSet set = new RequestSet(dataset.name(), dataset.requests(chosen, parameters));
            return new AskedData(first(set, out), Optional.of(dataset));
        } catch (DatasetException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /**
     * Refuses a part of the data, where the load is made of all of it.
     *
     * @throws IllegalArgumentException if only a part is asked for
     */
    void requireWhole() {
        if (count != null) {
            throw new IllegalArgumentException("--num-samples has no meaning with --load replay and sessions, which ask"
                    + " all that the data has");
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
                        + (isMadeUp() ? "of --workload, --style says it" : "the built-in prompts are text"));
            }
        } else if (isMadeUp()) {
            throw new IllegalArgumentException(
                    "--workload and --dataset-path both say what is asked: give one of them");
        }
        if (!isMadeUp()) {
            workload.requireNone();
        }
    }

    /** A trace says how long prompts are, and has none. */
    private void requireNoTrace(Dataset dataset) {
        boolean asks = dataset.find(StandardColumn.INPUT).isPresent()
                || dataset.find(StandardColumn.INPUT_IDS).isPresent();
        if (!asks && dataset.find(StandardColumn.OUTPUT_LENS).isPresent()) {
            throw new IllegalArgumentException(dataset.name() + " has no column for input; there are "
                    + String.join(", ", dataset.columnNames()) + ": if it is a trace, --workload trace --trace " + file
                    + " makes prompts up for it");
        }
    }

    private RequestSet first(RequestSet set, PrintWriter out) {
        int there = set.requests().size();
        if (count == null || count == there) {
            return set;
        }
        if (count > there) {
            out.println("--num-samples is " + count + ", and " + set.name() + " has " + there + ": all are taken");
            return set;
        }
        return new RequestSet(set.name(), set.requests().subList(0, count));
    }
}
