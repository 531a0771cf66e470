package io.loadharness.cli.console;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns that line up. */
public final class Table {

    private static final String GAP = "  ";

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
        if (cells.length != alignment.length()) {
            throw new IllegalArgumentException(
                    cells.length + " cells in a table of " + alignment.length() + " columns");
        }
        rows.add(List.of(cells));
    }

    /** Prints all rows; nothing if there is none but the head. */
    public void print(PrintWriter out) {
        if (rows.size() == 1) {
            return;
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(column == 0 ? "" : GAP).append(padded(row.get(column), column));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private String padded(String cell, int column) {
        String padding = " ".repeat(width(column) - cell.length());
        return alignment.charAt(column) == 'r' ? padding + cell : cell + padding;
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
