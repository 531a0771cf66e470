// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.options.Counts;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetSummary;
import io.loadharness.dataset.DatasetSummary.Bar;
import io.loadharness.dataset.DatasetSummary.ColumnSummary;
import io.loadharness.dataset.DatasetSummary.LengthHistogram;
import io.loadharness.dataset.DatasetSummary.Sizes;
import io.loadharness.dataset.LargeIntegers;
import io.loadharness.dataset.MlperfDataset;
import io.loadharness.dataset.PromptForm;
import io.loadharness.dataset.StandardColumn;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.internal.PlainText;
import io.loadharness.report.Quantity;
import io.loadharness.report.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness dataset inspect}. */
@Command(
        name = "inspect",
        description = "Shows the columns of a data set, the lengths of its prompts and its first rows.")
public final class InspectCommand implements Callable<Integer> {

    private static final int MAX_BAR = 50;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The data set to show.")
    private Path file;

    @Mixin
    private ReadingOptions reading;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "2",
            description = "Number of rows to show. Default: ${DEFAULT-VALUE}")
    private int rows;

    @Override
    public Integer call() throws IOException {
        Counts.requireAtLeast(0, "--rows", rows);
        try {
            print();
        } catch (OutOfMemoryError e) { // the rows are released here, because only print() refers to them
            throw DatasetException.outOfMemory(file.toString(), "its summary needs more memory");
        }
        return ExitCode.OK;
    }

    private void print() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Dataset dataset = reading.read(file, out);
        out.println(file + ": " + Quantity.count(dataset.rows()) + (dataset.rows() == 1 ? " row of " : " rows of ")
                + dataset.format());
        MlperfDataset.resembling(dataset)
                .ifPresent(each -> out.println("Looks like MLPerf's data set for " + each.model()));
        out.println();
        DatasetSummary summary = DatasetSummary.of(dataset);
        printColumns(summary, out);
        LargeIntegers.warnings(dataset).forEach(each -> out.println(PlainText.of(each)));
        summary.lengths().ifPresent(each -> {
            out.println();
            printLengths(each, out);
        });
        for (int row = 0; row < Math.min(rows, dataset.rows()); row++) {
            out.println();
            out.println("Row " + Quantity.count(row + 1L));
            dataset.preview(row).forEach((name, value) -> out.println("  " + PlainText.of(name + ": " + value)));
        }
        printInvalidPrompt(dataset, out);
    }

    /** Prints a warning if {@code run} would reject the prompt of a row. The check does not read images. */
    private static void printInvalidPrompt(Dataset dataset, PrintWriter out) {
        PromptForm form = PromptForm.bestFor(dataset);
        boolean isChecked = dataset.nameOf(StandardColumn.IMAGES).isEmpty()
                && dataset.nameOf(form == PromptForm.IDS ? StandardColumn.INPUT_IDS : StandardColumn.INPUT)
                        .isPresent();
        try {
            if (isChecked) {
                Dataset prompts = form == PromptForm.TEXT ? dataset.withoutEmptyConversations() : dataset;
                prompts.requests(form, GenerationParameters.DEFAULTS);
            }
        } catch (DatasetException e) {
            out.println();
            out.println("Warning: run rejects this data set: " + PlainText.of(e.getMessage()));
        }
    }

    private static void printColumns(DatasetSummary summary, PrintWriter out) {
        Table table = new Table("llrrrrl", "Column", "Type", "Missing", "Min", "Median", "Max", "Role");
        for (ColumnSummary each : summary.columns()) {
            table.row(
                    each.name(),
                    each.type(),
                    Quantity.count(each.missing()),
                    size(each, Sizes::min),
                    size(each, Sizes::median),
                    size(each, Sizes::max),
                    each.meaning().map(StandardColumn::userName).orElse(""));
        }
        table.print(out);
        out.println(
                "Min, median and max are the values of numbers, the lengths of lists, or the byte lengths of strings.");
    }

    private static String size(ColumnSummary column, ToDoubleFunction<Sizes> which) {
        return column.sizes()
                .map(sizes -> Quantity.number(which.applyAsDouble(sizes)))
                .orElse("");
    }

    private static void printLengths(LengthHistogram lengths, PrintWriter out) {
        out.println("Lengths of " + PlainText.of(lengths.column()));
        List<Bar> bars = lengths.bars();
        long most = bars.stream().mapToLong(Bar::count).max().orElseThrow();
        int digits = Quantity.count(bars.get(bars.size() - 1).to() + 1).length();
        for (Bar each : bars) {
            String range =
                    padded(Quantity.count(each.from()), digits) + " – " + padded(Quantity.count(each.to()), digits);
            String drawn = "█".repeat((int) Math.ceil((double) MAX_BAR * each.count() / most));
            out.println("  " + range + "  " + drawn + " " + Quantity.count(each.count()));
        }
    }

    private static String padded(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }
}
