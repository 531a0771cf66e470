// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.console.ReadingLine;
import io.loadharness.report.Quantity;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness dataset convert}. */
@Command(
        name = "convert",
        description = "Converts a data set to another format. Reads and writes row by row, so that the data set can be"
                + " larger than memory.")
public final class ConvertCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "IN", description = "The data set to convert.")
    private Path in;

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            description = "The file to write. The file extension selects the format, for example .jsonl.")
    private Path out;

    @Mixin
    private FileOptions reading;

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Write only these columns, for example question,answer. Use the names of the columns in the input"
                            + " file. Default: all columns; for .npy, the only numeric column")
    private List<String> columns = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        PrintWriter console = spec.commandLine().getOut();
        long rows;
        try (ReadingLine line = ReadingLine.on(console, in)) {
            rows = reading.reader(line).only(columns).convert(in, out);
        }
        console.println(out + ": " + Quantity.count(rows) + " rows");
        return ExitCode.OK;
    }
}
