// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.dataset.DatasetReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for reading the rows of a data set. */
final class FileOptions {

    @Option(
            names = "--dataset-sql",
            paramLabel = "SELECT",
            description =
                    "Use only the rows and columns that this SQL query selects. The table is named data, for example"
                            + " \"select * from data where input_len < 4096\".")
    private @Nullable String query;

    @Option(
            names = "--pad-id",
            paramLabel = "N",
            description =
                    "The token id that fills up short rows of NumPy arrays, for example 0. The token ids with this"
                            + " value are removed from the end of each row.")
    private @Nullable Integer pad;

    boolean isGiven() {
        return query != null || pad != null;
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
