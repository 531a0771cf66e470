// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a JSON object whose values are objects is a pandas table or a single row. The labels are the keys of the inner objects.
 * In a table, all columns have the same labels, in any order. In a single row, the inner objects may have the same keys by chance. If the
 * labels are numbers, dates or tuples, the object is a table. If the labels are names, the object is a table if two conditions are met: at
 * least two columns share at least two labels, and no label is a known column or a key of chat messages. Not reusable.
 */
final class RowLabels {

    /** The pattern of labels that belong to rows: numbers, dates and tuples such as {@code ('a', 1)}. */
    private static final Pattern OF_ROW = Pattern.compile(
            "-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?|[0-9]{4}-[0-9]{2}-[0-9]{2}.*|[(\\[].*[)\\]]", Pattern.DOTALL);

    private static final Set<String> MESSAGE_KEYS = Set.of("role", "content", "from", "value");

    private static final int NONE = -1;

    private final List<String> labels = new ArrayList<>();
    private final Map<String, Integer> rowOf = new HashMap<>();
    private boolean areNames;
    private int columns;
    private int @Nullable [] order;
    private @Nullable String difference;

    /** Returns true if the labels are names, which may also be the keys of a single row. */
    boolean areNames() {
        return areNames;
    }

    /** Returns true if a label belongs to a row: a number, a date or a tuple. */
    static boolean isOfRow(String label) {
        return OF_ROW.matcher(label).matches();
    }

    /**
     * Adds a label.
     *
     * @param row the index of the label in its column, from 0
     * @return true if the label can be the label of a row
     */
    boolean accept(String column, int row, String label) {
        boolean isName = !isOfRow(label);
        if (columns == 0) {
            areNames |= isName;
            labels.add(label);
            return true;
        }
        if (order == null) {
            if (row < labels.size() && labels.get(row).equals(label)) {
                return true;
            }
            order = sameOrderUpTo(row);
        }
        @Nullable Integer found = rowOf.get(label);
        if (found != null && order[found] == NONE) {
            order[found] = row;
            return true;
        }
        if (difference == null) {
            difference = "column \"" + column + "\" has the row label \"" + label
                    + (found == null ? "\", but another column does not" : "\" twice");
        }
        return !areNames && (found != null || (row > 0 && !isName));
    }

    /** Returns an order whose first {@code row} rows have the same positions as in the first column. The other positions are not set. */
    private int[] sameOrderUpTo(int row) {
        if (rowOf.isEmpty()) {
            for (int i = 0; i < labels.size(); i++) {
                rowOf.putIfAbsent(labels.get(i), i);
            }
        }
        int[] same = new int[labels.size()];
        Arrays.fill(same, NONE);
        for (int i = 0; i < Math.min(row, same.length); i++) {
            same[i] = i;
        }
        return same;
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
     * Returns the order of the column that ended last: for each row of the first column, its position in this column. Returns null if both
     * columns have the same order.
     */
    int @Nullable [] order() {
        int @Nullable [] last = order;
        order = null;
        return last;
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

    /** Returns true if a label is the key of a chat message. */
    static boolean isMessageKey(String label) {
        return MESSAGE_KEYS.contains(label);
    }

    /** Returns true if a label is more likely the key of a value than the label of a row. */
    private static boolean isKeyOfValue(String label) {
        return isMessageKey(label) || StandardColumn.isKnown(label);
    }
}
