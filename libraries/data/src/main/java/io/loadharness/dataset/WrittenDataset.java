// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.nio.file.Path;
import java.util.List;

/**
 * A data set that was written to a file.
 *
 * @param file the file
 * @param rows the number of rows
 * @param omittedColumns the names of the columns that the file does not contain, because its format cannot store them
 * @param formulas the number of strings, including column names, that spreadsheet programs treat as formulas unless the strings are
 *     escaped; 0 if the file is not CSV
 */
public record WrittenDataset(Path file, long rows, List<String> omittedColumns, long formulas) {

    public WrittenDataset {
        omittedColumns = List.copyOf(omittedColumns);
    }
}
