package io.loadharness.cli.load;

import io.loadharness.cli.dataset.ReadingOptions;
import io.loadharness.cli.dataset.WorkloadOptions;
import io.loadharness.cli.server.Prompts;
import io.loadharness.cli.server.RequestSet;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.PromptForm;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Tokenizer;
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

    /** Whether prompts are made up. */
    boolean isMadeUp() {
        return workload.isGiven();
    }

    /**
     * Reads what the servers are asked, or makes it up.
     *
     * @param tokenizer makes the lengths of made-up prompts exact
     * @param seed of made-up prompts
     * @throws IllegalArgumentException if the data set cannot be asked; says where and why
     */
    AskedData requests(GenerationParameters parameters, Optional<Tokenizer> tokenizer, long seed, PrintWriter out)
            throws IOException {
        check();
        if (file == null && !isMadeUp()) {
            return new AskedData(Prompts.set(parameters), Optional.empty());
        }
        try {
            Dataset dataset = file != null
                    ? reading.read(file, out)
                    : Dataset.of(workload.name(), workload.workload(tokenizer, seed));
            PromptForm chosen = form != null ? form : PromptForm.bestFor(dataset);
            return new AskedData(
                    new RequestSet(dataset.name(), dataset.requests(chosen, parameters)), Optional.of(dataset));
        } catch (DatasetException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private void check() {
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
}
