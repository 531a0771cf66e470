// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds columns of CSV files that are text only because an integer does not fit into 64 bits. */
public final class LargeIntegers {

    private static final Set<String> CSV_FORMATS = Set.of("csv", "tsv");
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,99})([.][0-9]+)?");

    private LargeIntegers() {}

    /**
     * Returns one sentence for each column that is text only because an integer does not fit into 64 bits. The sentence contains the first
     * such integer of the column. Returns an empty list if the data set is not from a CSV file.
     */
    public static List<String> warnings(Dataset dataset) {
        List<String> warnings = new ArrayList<>();
        if (!CSV_FORMATS.contains(dataset.format())) {
            return warnings;
        }
        for (String name : dataset.columnNames()) {
            if (dataset.column(name) instanceof TextColumn texts) {
                firstLargeInteger(texts)
                        .ifPresent(row -> warnings.add("Column \"" + name + "\" is text, because the integer "
                                + texts.get(row) + " in row " + String.format(Locale.ROOT, "%,d", row + 1)
                                + " does not fit into 64 bits."));
            }
        }
        return warnings;
    }

    private static OptionalInt firstLargeInteger(TextColumn texts) {
        OptionalInt first = OptionalInt.empty();
        for (int row = 0; row < texts.rows(); row++) {
            String text = texts.get(row);
            if (text != null && !NUMBER.matcher(text).matches()) {
                return OptionalInt.empty();
            }
            if (text != null
                    && first.isEmpty()
                    && text.indexOf('.') < 0
                    && new BigInteger(text).bitLength() >= Long.SIZE) {
                first = OptionalInt.of(row);
            }
        }
        return first;
    }
}
