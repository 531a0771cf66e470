package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the first line of a CSV file must be. */
final class CsvHeader {

    private CsvHeader() {}

    static void check(List<String> names) throws DatasetException {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (name.isBlank()) {
                throw DatasetException.of("column " + (i + 1) + " has no name in the first line"
                        + (i == 0
                                ? ": name it, or write the file by to_csv(..., index=False) if it is the index of pandas"
                                : ""));
            }
            byte[] text = name.getBytes(StandardCharsets.UTF_8);
            if (CellType.of(text, 0, text.length) != CellType.TEXT) {
                throw DatasetException.of("the first line must name the columns, and \"" + name
                        + "\" in it looks like a value: put a line of names in front");
            }
            if (!seen.add(name)) {
                throw DatasetException.of("two columns are named \"" + name + "\"");
            }
        }
    }
}
