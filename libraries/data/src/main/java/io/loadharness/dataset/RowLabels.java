// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the rows are called in a JSON object of columns that are objects. In a table of pandas all columns have the same labels in the same
 * order, and so may the values of a single row, by chance. Labels that are numbers, dates or tuples are those of a table. Names are, if two
 * columns or more have the same two or more, and none of these is what a column of a data set or a part of a message is called. For one
 * object.
 */
final class RowLabels {

    /** A number, a date, or a tuple: {@code ('a', 1)}. */
    private static final Pattern OF_ROW = Pattern.compile(
            "-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?|[0-9]{4}-[0-9]{2}-[0-9]{2}.*|[(\\[].*[)\\]]", Pattern.DOTALL);

    private static final Set<String> PARTS_OF_MESSAGES = Set.of("role", "content", "from", "value");

    private final List<String> labels = new ArrayList<>();
    private boolean areNames;
    private int columns;
    private @Nullable String difference;

    /** Whether they are names, which the values of a single row may have as well. */
    boolean areNames() {
        return areNames;
    }

    /**
     * Takes a label.
     *
     * @param row its place in the column, from 0
     * @return whether it may be that of a row
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
            difference = "column \"" + column + "\" has the row \"" + label + "\" where another "
                    + (row < labels.size() ? "has \"" + labels.get(row) + '"' : "has no more");
        }
        return row > 0 && !areNames && !isName;
    }

    /**
     * Ends a column.
     *
     * @return whether it may be one
     */
    boolean end(int rows) {
        columns++;
        return rows == labels.size() || (rows > 0 && !areNames);
    }

    /**
     * Whether these are the rows of a table of so many columns, and not the values of one row.
     *
     * @throws DatasetException if they are, and differ
     */
    boolean areOfTable(int allColumns) throws DatasetException {
        if (areNames) {
            return columns == allColumns
                    && columns > 1
                    && labels.size() > 1
                    && labels.stream().noneMatch(RowLabels::isOfValue);
        }
        if (difference != null) {
            throw DatasetException.of(difference);
        }
        return true;
    }

    /** Whether a value has parts of such a name more often than a row has it. */
    private static boolean isOfValue(String label) {
        return PARTS_OF_MESSAGES.contains(label) || StandardColumn.isUsual(label);
    }

    /** Whether a text is nothing but a number of a row. */
    static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(next -> next >= '0' && next <= '9');
    }
}
