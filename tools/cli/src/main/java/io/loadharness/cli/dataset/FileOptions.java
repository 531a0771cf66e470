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
            description = "The token id that pads short rows of a NumPy array, for example 0. The command removes this"
                    + " padding when it reads the file. All rows must be padded on the same side, left or right."
                    + " If prompts can contain this id, the file must also contain an array of lengths.")
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
