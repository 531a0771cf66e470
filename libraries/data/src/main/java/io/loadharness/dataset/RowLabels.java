// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a JSON object whose values are objects is a pandas table or a single row. The labels are the keys of the inner objects.
 * In a table, all columns have the same labels in the same order. In a single row, the inner objects may have the same keys by chance. If
 * the labels are numbers, dates or tuples, the object is a table. If the labels are names, the object is a table if at least two columns
 * share at least two labels, and no label is a known column or a key of chat messages. Not reusable.
 */
final class RowLabels {

    /** The pattern of labels that belong to rows: numbers, dates and tuples such as {@code ('a', 1)}. */
    private static final Pattern OF_ROW = Pattern.compile(
            "-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?|[0-9]{4}-[0-9]{2}-[0-9]{2}.*|[(\\[].*[)\\]]", Pattern.DOTALL);

    private static final Set<String> MESSAGE_KEYS = Set.of("role", "content", "from", "value");

    private final List<String> labels = new ArrayList<>();
    private boolean areNames;
    private int columns;
    private @Nullable String difference;

    /** Returns true if the labels are names, which may also be the keys of a single row. */
    boolean areNames() {
        return areNames;
    }

    /**
     * Adds a label.
     *
     * @param row the index of the label in its column, from 0
     * @return true if the label can be the label of a row
     */
    boolean accept(String column, int row, String label) {
        boolean isName = !OF_ROW.matcher(label).matches();
        if (columns == 0) {
            areNames |= isName;
            labels.add(label);
            return true;
        }
        if (row < labels.size() && labels.get(row).equals(label)) {
            return true;
        }
        if (difference == null) {
            difference = "column \"" + column + "\" has the row label \"" + label + "\", but another column has "
                    + (row < labels.size() ? "\"" + labels.get(row) + "\" there" : "no more rows");
        }
        return row > 0 && !areNames && !isName;
    }

    /**
     * Ends a column.
     *
     * @return true if the column can be a column of a table
     */
    boolean end(int rows) {
        columns++;
        return rows == labels.size() || (rows > 0 && !areNames);
    }

    /**
     * Returns true if the labels belong to the rows of a table. Returns false if they are the keys of a single row.
     *
     * @throws DatasetException if the labels belong to the rows of a table, but differ between columns
     */
    boolean areOfTable(int allColumns) throws DatasetException {
        if (areNames) {
            return columns == allColumns
                    && columns > 1
                    && labels.size() > 1
                    && labels.stream().noneMatch(RowLabels::isKeyOfValue);
        }
        if (difference != null) {
            throw DatasetException.of(difference);
        }
        return true;
    }

    /** Returns true if a label is more likely the key of a value than the label of a row. */
    private static boolean isKeyOfValue(String label) {
        return MESSAGE_KEYS.contains(label) || StandardColumn.isKnown(label);
    }

    /** Returns true if a text is a row number. */
    static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(next -> next >= '0' && next <= '9');
    }
}
