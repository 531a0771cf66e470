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
        description = "Writes a data set in another format, row by row, so that it may be larger than memory.")
public final class ConvertCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "IN", description = "The data set.")
    private Path in;

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            description = "The file to write; its name says in which format, as .jsonl.")
    private Path out;

    @Mixin
    private FileOptions reading;

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Only these columns, by the names of the file. Default: all; of .npy the only one of numbers")
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
