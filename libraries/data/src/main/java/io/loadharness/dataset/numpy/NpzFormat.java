package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.Source;
import io.loadharness.dataset.WritableFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads and writes the arrays that {@code np.savez} wrote, each a column of its name. Rows of whole numbers are cut by an array of their lengths
 * if there is one, named after them: {@code input_ids} by {@code input_lens}, {@code input_len} or {@code input_ids_lengths}.
 */
public final class NpzFormat implements DatasetFormat, WritableFormat {

    /** Where the name of the first file is in a zip archive. */
    private static final int NAME = 30;

    /** For {@link java.util.ServiceLoader}. */
    public NpzFormat() {}

    @Override
    public String name() {
        return "npz";
    }

    @Override
    public int likelihood(FileStart start) {
        boolean isZip = start.beginsWith((byte) 'P', (byte) 'K', (byte) 3, (byte) 4);
        if (isZip && firstName(start.bytes()).endsWith(NpzColumn.ENDING)) {
            return 100;
        }
        return start.isNamed(".npz") ? 40 : 0;
    }

    @Override
    public void read(Source source, RowSink rows) throws IOException {
        try (NpzArchive archive = NpzArchive.open(source)) {
            archive.read(rows);
        }
    }

    @Override
    public DatasetWriter create(Path file) {
        return new ArrayWriter(file, new NpzFile());
    }

    private static String firstName(byte[] start) {
        if (start.length < NAME) {
            return "";
        }
        int length = (start[NAME - 4] & 0xff) | ((start[NAME - 3] & 0xff) << Byte.SIZE);
        return new String(start, NAME, Math.min(length, start.length - NAME), StandardCharsets.UTF_8);
    }
}
