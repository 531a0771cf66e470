// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.dataset.ReadingOptions;
import io.loadharness.cli.dataset.WorkloadOptions;
import io.loadharness.cli.options.Counts;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.PromptForm;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what the servers are asked. */
final class DataOptions {

    @Option(
            names = "--dataset-path",
            paramLabel = "FILE",
            description = "The data set: JSON, JSON Lines, CSV, Parquet, NumPy or a pickle. Default: built-in prompts")
    private @Nullable Path file;

    @Mixin
    private ReadingOptions reading;

    @Option(
            names = "--prompts",
            paramLabel = "FORM",
            description = "Send the data set as ids or as text. Default: ids, if it has such a column")
    private @Nullable PromptForm form;

    @Mixin
    private WorkloadOptions workload;

    @Option(
            names = "--num-samples",
            paramLabel = "N",
            description = "Only the first N samples of the data set, or all if there are fewer. Default: all")
    private @Nullable Integer count;

    /** Whether prompts are made up. */
    boolean isMadeUp() {
        return workload.isGiven();
    }

    /** Whether there is a data set, and not the built-in prompts. */
    boolean isGiven() {
        return file != null;
    }

    /**
     * Checks the options, and gives them to a benchmark.
     *
     * @param seed of synthetic prompts
     * @param out shows on a terminal how far reading is
     * @throws IllegalArgumentException if an option does not apply
     */
    void applyTo(Benchmark.Builder benchmark, long seed, PrintWriter out) {
        check();
        Path given = file;
        if (given != null) {
            benchmark.dataset((tokenizer, messages) -> reading.read(given, out));
        } else if (isMadeUp()) {
            benchmark.dataset((tokenizer, messages) -> Dataset.of(workload.name(), workload.workload(tokenizer, seed)));
        }
        if (form != null) {
            benchmark.promptForm(form);
        }
        if (count != null) {
            benchmark.samples(count);
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
}
