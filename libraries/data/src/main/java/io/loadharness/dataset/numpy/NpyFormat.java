package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.Source;
import io.loadharness.dataset.WritableFormat;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads an array that {@code np.save} wrote. A single value in each row makes a column {@code input} of texts or {@code value} of
 * numbers, rows of whole numbers make {@code input_ids}, and named fields make a column each. Writes the only column, or the only one of numbers.
 */
public final class NpyFormat implements DatasetFormat, WritableFormat {

    /** For {@link java.util.ServiceLoader}. */
    public NpyFormat() {}

    @Override
    public String name() {
        return "npy";
    }

    @Override
    public int likelihood(FileStart start) {
        if (NpyHeader.begins(start)) {
            return 100;
        }
        return start.isNamed(".npy") ? 40 : 0;
    }

    @Override
    public void read(Source source, RowSink rows) throws IOException {
        try (NpyArray array = NpyArray.open(source, "")) {
            array.bind(rows);
            for (long i = 0; i < array.layout().rows(); i++) {
                array.readRow(rows);
                rows.endRow();
            }
            array.checkEnd();
        }
    }

    @Override
    public DatasetWriter create(Path file) {
        return new ArrayWriter(file, new NpyFile());
    }
}
