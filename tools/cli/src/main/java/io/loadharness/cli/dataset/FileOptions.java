// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.dataset.DatasetReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what is read of a data set, whatever its columns mean. */
final class FileOptions {

    @Option(
            names = "--dataset-sql",
            paramLabel = "SELECT",
            description =
                    "Only these rows and columns, as in \"select * from data where input_len < 4096\"; the data set is the"
                            + " table data.")
    private @Nullable String query;

    @Option(
            names = "--pad-id",
            paramLabel = "N",
            description = "The id that fills up short rows of NumPy arrays, and is no part of them.")
    private @Nullable Integer pad;

    boolean areGiven() {
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
