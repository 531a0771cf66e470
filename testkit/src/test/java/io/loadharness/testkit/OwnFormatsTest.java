// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.JsonFormat;
import io.loadharness.dataset.JsonlFormat;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.WritableFormat;
import io.loadharness.dataset.csv.CsvFormat;
import io.loadharness.dataset.numpy.NpyFormat;
import io.loadharness.dataset.numpy.NpzFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/** Runs the contract of formats with the formats of harness-data. */
class OwnFormatsTest {

    @Nested
    class Csv extends DatasetFormatContract {

        @Override
        protected DatasetFormat format() {
            return new CsvFormat();
        }

        @Override
        protected Optional<WritableFormat> writer() {
            return Optional.of(new CsvFormat());
        }

        @Override
        protected boolean detectsEveryTruncation() {
            return false;
        }
    }

    @Nested
    class Jsonl extends DatasetFormatContract {

        @Override
        protected DatasetFormat format() {
            return new JsonlFormat();
        }

        @Override
        protected Optional<WritableFormat> writer() {
            return Optional.of(new JsonlFormat());
        }

        @Override
        protected boolean detectsEveryTruncation() {
            return false;
        }
    }

    @Nested
    class Json extends DatasetFormatContract {

        @Override
        protected DatasetFormat format() {
            return new JsonFormat();
        }

        @Override
        protected Optional<WritableFormat> writer() {
            return Optional.of(new JsonFormat());
        }

        @Override
        protected void sampleRows(RowSink rows) throws DatasetException {
            int text = rows.column("text");
            for (int i = 0; i < 3; i++) {
                rows.text(text, "row " + i);
                rows.endRow();
            }
        }

        @Override
        protected void writeSample(Path file) throws IOException {
            Files.writeString(file, "[{\"text\":\"row 0\"},{\"text\":\"row 1\"},{\"text\":\"row 2\"}]");
        }
    }

    @Nested
    class Npy extends DatasetFormatContract {

        @Override
        protected DatasetFormat format() {
            return new NpyFormat();
        }

        @Override
        protected Optional<WritableFormat> writer() {
            return Optional.of(new NpyFormat());
        }

        @Override
        protected void sampleRows(RowSink rows) throws DatasetException {
            int ids = rows.column("input_ids");
            for (int i = 0; i < 20; i++) {
                rows.integers(ids, new int[] {i, 2 * i, 3 * i}, 0, 3);
                rows.endRow();
            }
        }
    }

    @Nested
    class Npz extends DatasetFormatContract {

        @Override
        protected DatasetFormat format() {
            return new NpzFormat();
        }

        @Override
        protected Optional<WritableFormat> writer() {
            return Optional.of(new NpzFormat());
        }

        @Override
        protected void sampleRows(RowSink rows) throws DatasetException {
            int whole = rows.column("whole");
            int fraction = rows.column("fraction");
            for (int i = 0; i < 20; i++) {
                rows.integer(whole, (1L << 40) + i);
                rows.number(fraction, i + 0.25);
                rows.endRow();
            }
        }
    }
}
