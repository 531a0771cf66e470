package io.loadharness.cli.dataset;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.options.Counts;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetColumn;
import io.loadharness.dataset.MlperfDataset;
import io.loadharness.dataset.StandardColumn;
import io.loadharness.report.Quantity;
import io.loadharness.report.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness dataset inspect}. */
@Command(
        name = "inspect",
        description = "Shows what is in a data set: its columns, how long its prompts are, its first rows.")
public final class InspectCommand implements Callable<Integer> {

    private static final int LONGEST_VALUE = 100;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The data set.")
    private Path file;

    @Mixin
    private ReadingOptions reading;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "2",
            description = "How many rows to show. Default: ${DEFAULT-VALUE}")
    private int rows;

    @Override
    public Integer call() throws IOException {
        Counts.requireAtLeast(0, "--rows", rows);
        PrintWriter out = spec.commandLine().getOut();
        Dataset dataset = reading.read(file, out);
        out.println(file + ": " + Quantity.count(dataset.rows()) + " rows of " + dataset.format());
        MlperfDataset.resembling(dataset)
                .ifPresent(each -> out.println("Looks like MLPerf's data set for " + each.model()));
        out.println();
        printColumns(dataset, out);
        lengths(dataset).ifPresent(each -> {
            out.println();
            each.print(out);
        });
        for (int row = 0; row < Math.min(rows, dataset.rows()); row++) {
            out.println();
            printRow(dataset, row, out);
        }
        return ExitCode.OK;
    }

    private static void printColumns(Dataset dataset, PrintWriter out) {
        Table table = new Table("llrrrrl", "Column", "Type", "Missing", "Least", "Median", "Most", "Is");
        for (String name : dataset.columnNames()) {
            DatasetColumn column = dataset.column(name);
            ColumnSizes sizes = ColumnSizes.of(column);
            table.row(
                    name,
                    column.type(),
                    Quantity.count(sizes.missing()),
                    sizes.least(),
                    sizes.median(),
                    sizes.most(),
                    meaning(dataset, name));
        }
        table.print(out);
        out.println("Least, median and most: elements of lists, bytes of texts, values of numbers");
    }

    private static String meaning(Dataset dataset, String column) {
        return Arrays.stream(StandardColumn.values())
                .filter(each -> dataset.nameOf(each).equals(Optional.of(column)))
                .map(StandardColumn::userName)
                .findFirst()
                .orElse("");
    }

    private static Optional<LengthHistogram> lengths(Dataset dataset) {
        return Stream.of(StandardColumn.INPUT_IDS, StandardColumn.INPUT_LENS, StandardColumn.INPUT)
                .filter(each -> dataset.find(each).isPresent())
                .findFirst()
                .flatMap(each -> LengthHistogram.of(
                        dataset.nameOf(each).orElseThrow(), dataset.find(each).orElseThrow()));
    }

    private static void printRow(Dataset dataset, int row, PrintWriter out) {
        out.println("Row " + Quantity.count(row + 1L));
        for (String name : dataset.columnNames()) {
            out.println("  " + name + ": " + shortened(dataset.column(name).json(row)));
        }
    }

    private static String shortened(String value) {
        int end = Math.min(LONGEST_VALUE, value.length());
        return end == value.length() ? value : value.substring(0, value.offsetByCodePoints(0, end / 2)) + " …";
    }
}
