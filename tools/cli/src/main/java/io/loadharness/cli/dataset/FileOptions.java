// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.dataset.DatasetReader;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for reading the rows of a data set. */
final class FileOptions {

    @Option(
            names = "--dataset-sql",
            paramLabel = "SELECT",
            description = "Use only the rows and columns that this SQL query selects. The name of the table is 'data',"
                    + " for example \"select * from data where input_len < 4096\".")
    private @Nullable String query;

    @Option(
            names = "--pad-id",
            paramLabel = "N",
            description = "The token id with which short rows of a NumPy array are padded, for example 0. The"
                    + " padding is removed. The padding must be on the same side of all rows, left or right. If"
                    + " this id is also a token of a prompt, the file needs an array of lengths.")
    private @Nullable Integer pad;

    boolean isGiven() {
        return query != null || pad != null;
    }

    OptionalInt pad() {
        return pad == null ? OptionalInt.empty() : OptionalInt.of(pad);
    }

    DatasetReader reader(DatasetReader.Progress progress) {
        DatasetReader reader = new DatasetReader().progress(progress);
        if (query != null) {
            reader.query(query);
        }
        if (pad != null) {
            reader.pad(pad);
        }
        return reader;
    }
}
