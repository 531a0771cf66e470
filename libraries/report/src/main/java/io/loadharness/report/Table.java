// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.internal.PlainText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A Markdown table with aligned columns, which is also readable in a terminal. Not thread-safe.
 *
 * <pre>{@code
 * Table table = new Table("lr", "Metric", "P99");
 * table.row("TTFT, ms", "41.2");
 * table.print(new PrintWriter(System.out, true));
 * }</pre>
 */
public final class Table {

    private static final int MIN_WIDTH = 3;

    private final List<List<String>> rows = new ArrayList<>();
    private final String alignment;

    /**
     * Creates a table with a header row.
     *
     * @param alignment one letter for each column: {@code l} for left-aligned, {@code r} for right-aligned
     * @param head the cells of the header row
     */
    public Table(String alignment, String... head) {
        this.alignment = alignment;
        row(head);
    }

    /** Adds a row with one cell for each column. */
    public void row(String... cells) {
        row(List.of(cells));
    }

    /** Adds a row with one cell for each column. */
    public void row(List<String> cells) {
        if (cells.size() != alignment.length()) {
            throw new IllegalArgumentException(
                    "the row has " + cells.size() + " cells, but the table has " + alignment.length() + " columns");
        }
        rows.add(cells.stream().map(Table::escaped).toList());
    }

    /** Returns true if the table has no row except the header. */
    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /** Prints all rows. Prints nothing if the table has no row except the header. */
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
        return rows.stream().mapToInt(row -> length(row.get(column))).reduce(MIN_WIDTH, Math::max);
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    private static String escaped(String cell) {
        return PlainText.of(cell).replace("|", "\\|");
    }
}
