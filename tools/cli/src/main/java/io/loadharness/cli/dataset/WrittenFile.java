// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.dataset.WrittenDataset;
import io.loadharness.internal.PlainText;
import io.loadharness.report.Quantity;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** Prints the result of writing a table. */
public final class WrittenFile {

    private WrittenFile() {}

    /**
     * Prints the number of rows, and warnings if the file does not contain all columns, or if it contains formulas.
     *
     * @param isEscaped true if the formulas were escaped
     */
    public static void print(WrittenDataset written, boolean isEscaped, PrintWriter out) {
        Path file = written.file();
        out.println(file + ": " + Quantity.count(written.rows()) + (written.rows() == 1 ? " row" : " rows"));
        List<String> omitted = written.omittedColumns();
        if (!omitted.isEmpty()) {
            out.println(
                    "Warning: " + file + " does not contain " + (omitted.size() == 1 ? "the column " : "the columns ")
                            + PlainText.of(String.join(", ", omitted))
                            + ", because its format stores a single column: write .npz or choose the column with"
                            + " --only");
        }
        if (written.formulas() > 0) {
            boolean isOne = written.formulas() == 1;
            String cells = Quantity.count(written.formulas()) + (isOne ? " cell" : " cells");
            out.println(
                    isEscaped
                            ? "An apostrophe was written in front of " + cells
                                    + " that spreadsheet programs would treat" + " as "
                                    + (isOne ? "a formula" : "formulas")
                            : "Warning: " + file + " has " + cells + " that spreadsheet programs treat as "
                                    + (isOne ? "a formula" : "formulas")
                                    + ", because of =, +, -, @ or a tab at the start: before you open it in such a"
                                    + " program, write it again with --escape-formulas");
        }
    }
}
