// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.report;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.dataset.WrittenFile;
import io.loadharness.dataset.WritableFormat;
import io.loadharness.dataset.WrittenDataset;
import io.loadharness.internal.Suggestions;
import io.loadharness.report.Quantity;
import io.loadharness.report.RequestSpans;
import io.loadharness.report.RequestTable;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness export}. */
@Command(
        name = "export",
        description = "Exports the request records of a run: as a table for spreadsheets and notebooks, or as spans of"
                + " OpenTelemetry.")
public final class ExportCommand implements Callable<Integer> {

    private static final String CSV = "csv";
    private static final String OTLP = "otlp";
    private static final List<String> FORMATS = List.of(CSV, "jsonl", "parquet", OTLP);

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FOLDER", description = "The output folder of a run.")
    private Path folder;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "The file format: csv, jsonl, parquet or otlp. jsonl and parquet also contain the times between the"
                            + " chunks of each response. otlp writes a trace with spans for each request, in the JSON file format of"
                            + " OpenTelemetry. Default: ${DEFAULT-VALUE}")
    private String format = CSV;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "The file to write. Default: requests.FORMAT in the output folder of the run, or spans.jsonl for otlp")
    private Optional<Path> output = Optional.empty();

    @Option(
            names = "--escape-formulas",
            description =
                    "In a CSV file, write an apostrophe in front of strings that start with =, +, -, @, a tab or a"
                            + " carriage return. A spreadsheet program then does not treat strings from servers as"
                            + " formulas.")
    private boolean escapesFormulas;

    @Override
    public Integer call() throws IOException {
        if (!FORMATS.contains(format)) {
            throw new IllegalArgumentException(
                    "--format: unknown format '" + format + "'" + Suggestions.hintAndNames(format, FORMATS));
        }
        if (escapesFormulas && !format.equals(CSV)) {
            throw new IllegalArgumentException(
                    "--escape-formulas applies only to CSV files: leave out --escape-formulas, or use --format=csv");
        }
        if (format.equals(OTLP)) {
            Path spans = output.orElse(folder.resolve("spans.jsonl"));
            long requests = RequestSpans.export(new RunFolder(folder), spans);
            spec.commandLine()
                    .getOut()
                    .println(spans + ": spans of " + Quantity.count(requests)
                            + (requests == 1 ? " request" : " requests"));
            return ExitCode.OK;
        }
        Path file = output.orElse(folder.resolve("requests." + format));
        WrittenDataset written =
                RequestTable.export(new RunFolder(folder), WritableFormat.named(format), file, escapesFormulas);
        WrittenFile.print(written, escapesFormulas, spec.commandLine().getOut());
        return ExitCode.OK;
    }
}
