// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.internal.PlainText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns that line up, as a terminal shows them and as Markdown reads them. For one thread. */
public final class Table {

    private static final int LEAST_WIDTH = 3;

    private final List<List<String>> rows = new ArrayList<>();
    private final String alignment;

    /**
     * A table with a head line.
     *
     * @param alignment one letter for each column: {@code l} aligned left, {@code r} aligned right
     */
    public Table(String alignment, String... head) {
        this.alignment = alignment;
        row(head);
    }

    /** Adds a row with as many cells as the head. */
    public void row(String... cells) {
        row(List.of(cells));
    }

    /** Adds a row with as many cells as the head. */
    public void row(List<String> cells) {
        if (cells.size() != alignment.length()) {
            throw new IllegalArgumentException(
                    cells.size() + " cells in a table of " + alignment.length() + " columns");
        }
        rows.add(cells.stream().map(Table::escaped).toList());
    }

    /** Whether there is no row but the head. */
    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /** Prints all rows; nothing if there is none but the head. */
    public void print(PrintWriter out) {
        if (isEmpty()) {
            return;
        }
        int[] widths = new int[alignment.length()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = width(column);
        }
        print(out, rows.get(0), widths);
        StringBuilder rule = new StringBuilder("|");
        for (int column = 0; column < widths.length; column++) {
            rule.append(isRight(column) ? "-" : ":")
                    .append("-".repeat(widths[column]))
                    .append(isRight(column) ? ":|" : "-|");
        }
        out.println(rule);
        rows.subList(1, rows.size()).forEach(row -> print(out, row, widths));
    }

    private void print(PrintWriter out, List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder("|");
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths[column] - length(cell));
            line.append(' ')
                    .append(isRight(column) ? padding + cell : cell + padding)
                    .append(" |");
        }
        out.println(line);
    }

    private boolean isRight(int column) {
        return alignment.charAt(column) == 'r';
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> length(row.get(column))).reduce(LEAST_WIDTH, Math::max);
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    private static String escaped(String cell) {
        return PlainText.of(cell).replace("|", "\\|");
    }
}
