// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.console.ReadingLine;
import io.loadharness.cli.target.TokenizerOptions;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.WrittenDataset;
import io.loadharness.inference.HubOptions;
import io.loadharness.inference.Tokenizer;
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
        description = {
            "Converts a data set to another format. Reads and writes row by row, so that the data set can be larger"
                    + " than memory.",
            "With --tokenizer, the command adds the columns 'input_ids' (the token ids of each prompt) and"
                    + " 'input_lens' (the number of token ids). The token ids include the special tokens that transformers"
                    + " 5.23 adds.",
            "The rows of a .npy file have equal length. Short lists are padded on the right with the token id of"
                    + " --pad-id. Without --pad-id, the pad token of the tokenizer is used."
        })
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
    private ReadingOptions reading;

    @Mixin
    private TokenizerOptions tokenizing;

    @Mixin
    private ChatTemplateOptions chatTemplate;

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Write only these columns, for example question,answer. Use the names of the columns in the input"
                            + " file. Default: all columns. Default for a .npy file, which holds one column: the only"
                            + " column of lists or, without a column of lists, the only column of numbers")
    private List<String> columns = new ArrayList<>();

    @Option(
            names = "--escape-formulas",
            description =
                    "In a CSV file, write an apostrophe in front of strings that start with =, +, -, @, a tab or a"
                            + " carriage return. A spreadsheet program then does not treat these strings as formulas.")
    private boolean escapesFormulas;

    @Override
    public Integer call() throws IOException {
        PrintWriter console = spec.commandLine().getOut();
        if (escapesFormulas && !out.toString().endsWith(".csv")) {
            throw new IllegalArgumentException(
                    "--escape-formulas applies only to CSV files: leave out --escape-formulas, or write a .csv file");
        }
        if (chatTemplate.isGiven() && !tokenizing.isGiven()) {
            throw new IllegalArgumentException("--chat-template needs --tokenizer");
        }
        if (reading.hasRoles() && !tokenizing.isGiven()) {
            throw new IllegalArgumentException(
                    "--column and --columns need --tokenizer, which encodes the column of prompts: a conversion keeps"
                            + " the names of columns");
        }
        try (Tokenizer tokenizer = tokenizing.open(HubOptions.DEFAULTS, console)) {
            WrittenDataset written;
            List<String> warnings = new ArrayList<>();
            try (ReadingLine line = ReadingLine.on(console, in)) {
                DatasetReader reader = reading.reader(line)
                        .only(columns)
                        .escapeFormulas(escapesFormulas)
                        .warnings(warnings::add);
                if (tokenizer != null) {
                    reader.encoder(chatTemplate.encoder(tokenizer));
                }
                (reading.pad().isPresent() || tokenizer == null ? reading.pad() : tokenizer.padId())
                        .ifPresent(reader::padLists);
                written = reader.convert(in, out);
            }
            ReadingOptions.printWarnings(warnings, console);
            WrittenFile.print(written, escapesFormulas, console);
        }
        return ExitCode.OK;
    }
}
