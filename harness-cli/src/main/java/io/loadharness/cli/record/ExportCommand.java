package io.loadharness.cli.record;

import io.loadharness.cli.ExitCode;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.WritableFormat;
import io.loadharness.internal.Suggestions;
import io.loadharness.record.RecordReader;
import io.loadharness.report.Quantity;
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
        description = "Writes what became of each request of a run as a table, for spreadsheets and notebooks.")
public final class ExportCommand implements Callable<Integer> {

    private static final String CSV = "csv";
    private static final List<String> FORMATS = List.of(CSV, "jsonl", "parquet");

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FOLDER", description = "The folder of a run.")
    private Path folder;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = CSV,
            description = "csv, jsonl or parquet; the last two also have the gaps between the pieces of each answer."
                    + " Default: ${DEFAULT-VALUE}")
    private String format;

    @Option(names = "--output", paramLabel = "FILE", description = "The file. Default: requests.FORMAT in the folder")
    private Optional<Path> output = Optional.empty();

    @Override
    public Integer call() throws IOException {
        if (!FORMATS.contains(format)) {
            throw new IllegalArgumentException("--format: there is no format '" + format + "'; the nearest is '"
                    + Suggestions.nearest(format, FORMATS) + "'");
        }
        WritableFormat writable = WritableFormat.named(format);
        Path file = output.orElse(folder.resolve("requests." + format));
        try (RecordReader records = new RunFolder(folder).openRecords();
                DatasetWriter writer = writable.create(file)) {
            RequestTable.write(records, writer, !writable.name().equals(CSV));
            writer.finish();
            spec.commandLine().getOut().println(file + ": " + Quantity.count(writer.rows()) + " rows");
        }
        return ExitCode.OK;
    }
}
