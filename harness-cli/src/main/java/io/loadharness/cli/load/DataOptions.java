package io.loadharness.cli.load;

import io.loadharness.cli.dataset.ReadingOptions;
import io.loadharness.cli.server.Prompts;
import io.loadharness.cli.server.RequestSet;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.PromptForm;
import io.loadharness.inference.GenerationParameters;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
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

    /**
     * Reads what the servers are asked.
     *
     * @throws IllegalArgumentException if the data set cannot be asked; says where and why
     */
    RequestSet requests(GenerationParameters parameters, PrintWriter out) throws IOException {
        if (file == null) {
            if (form != null) {
                throw new IllegalArgumentException("--prompts needs --dataset-path: the built-in prompts are text");
            }
            return Prompts.set(parameters);
        }
        try {
            Dataset dataset = reading.read(file, out);
            PromptForm chosen = form != null ? form : PromptForm.bestFor(dataset);
            return new RequestSet(dataset.name(), dataset.requests(chosen, parameters));
        } catch (DatasetException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
