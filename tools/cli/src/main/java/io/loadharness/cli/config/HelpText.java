// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The help of a command. Wraps descriptions only at spaces; picocli also breaks names such as {@code ttft.p99} at the dot. */
public final class HelpText extends Help {

    /** Creates the help; the parameters are those of picocli's {@code IHelpFactory}. */
    public HelpText(CommandSpec command, ColorScheme colors) {
        super(command, colors);
    }

    @Override
    public Layout createDefaultLayout(
            List<OptionSpec> options, List<PositionalParamSpec> parameters, ColorScheme colors) {
        Layout standard = super.createDefaultLayout(options, parameters, colors);
        return new Layout(colors, standard.textTable()) {
            @Override
            public void layout(ArgSpec argument, Text[][] rows) {
                super.layout(argument, wrapped(rows, table));
            }
        };
    }

    /** Aligns the lines of a synopsis with the first line, which starts with {@code Usage:}. */
    @Override
    public String customSynopsis(Object... parameters) {
        return super.customSynopsis(parameters).replaceAll("\\R(?=.)", "$0       ");
    }

    /** Splits each row whose last cell is wider than its column. The additional rows are indented. */
    private static Text[][] wrapped(Text[][] rows, TextTable table) {
        Column column = table.columns()[table.columns().length - 1];
        int width = column.width - column.indent;
        List<Text[]> split = new ArrayList<>();
        for (Text[] row : rows) {
            int last = row.length - 1;
            Text rest = row[last];
            while (rest.plainString().length() > width) {
                int space = rest.plainString().lastIndexOf(' ', width);
                if (space <= table.indentWrappedLines) {
                    break; // a word that is wider than the column
                }
                split.add(withLast(row, rest.substring(0, space)));
                rest = Ansi.OFF.text(" ".repeat(table.indentWrappedLines)).concat(rest.substring(space + 1));
                row = emptyRow(row.length);
            }
            split.add(withLast(row, rest));
        }
        return split.toArray(Text[][]::new);
    }

    private static Text[] withLast(Text[] row, Text last) {
        Text[] copy = row.clone();
        copy[copy.length - 1] = last;
        return copy;
    }

    private static Text[] emptyRow(int length) {
        Text[] row = new Text[length];
        for (int i = 0; i < length; i++) {
            row[i] = Ansi.OFF.text("");
        }
        return row;
    }
}
