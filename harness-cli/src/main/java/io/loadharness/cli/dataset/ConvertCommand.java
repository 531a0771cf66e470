package io.loadharness.cli.dataset;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.console.Quantity;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.WritableFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
    private ReadingOptions reading;

    @Override
    public Integer call() throws IOException {
        PrintWriter console = spec.commandLine().getOut();
        try (DatasetWriter writer = WritableFormat.createByName(out)) {
            reading.stream(in, writer, console);
            writer.finish();
            console.println(out + ": " + Quantity.count(writer.rows()) + " rows");
        }
        return ExitCode.OK;
    }
}
