// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.FileStart;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;

/** Recognizes and checks Parquet files, and creates SQL that reads them. */
final class ParquetFile {

    private static final String MAGIC = "PAR1";
    private static final String ENCRYPTED = "PARE";

    /** The minimum length of a file in bytes: four magic bytes at each end, and four bytes for the length of the footer. */
    private static final int MIN_LENGTH = 12;

    private ParquetFile() {}

    /** Returns true if the file starts with the magic bytes of a plain or encrypted Parquet file. */
    static boolean matches(FileStart start) {
        return start.beginsWith(bytes(MAGIC)) || start.beginsWith(bytes(ENCRYPTED));
    }

    /**
     * Checks that a file is a complete, unencrypted Parquet file. The check exists because its error messages are clearer than those of
     * DuckDB.
     */
    static void check(Path file) throws IOException {
        try (var bytes = new RandomAccessFile(file.toFile(), "r")) {
            String start = magic(bytes, 0);
            if (start.equals(ENCRYPTED)) {
                throw DatasetException.of("the Parquet file is encrypted: write it without encryption");
            }
            if (!start.equals(MAGIC)) {
                throw DatasetException.of("this is not a Parquet file: it does not start with " + MAGIC);
            }
            if (bytes.length() < MIN_LENGTH
                    || !magic(bytes, bytes.length() - MAGIC.length()).equals(MAGIC)) {
                throw DatasetException.of("the Parquet file is truncated: it does not end with " + MAGIC);
            }
        }
    }

    /** Returns the error for a file that DuckDB failed to read. The message names the file without its folder. */
    static DatasetException unreadable(Path file, SQLException error) {
        String reason = SqlErrors.reason(error).replace(file.toString(), String.valueOf(file.getFileName()));
        return DatasetException.of("the Parquet file cannot be read and may be damaged: " + reason);
    }

    private static String magic(RandomAccessFile file, long position) throws IOException {
        if (file.length() < position + MAGIC.length()) {
            return "";
        }
        byte[] magic = new byte[MAGIC.length()];
        file.seek(position);
        file.readFully(magic);
        return new String(magic, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String magic) {
        return magic.getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns SQL that reads the rows of exactly this file. DuckDB then does not treat the file name as a pattern such as
     * {@code *.parquet}, and does not add columns for folders named {@code key=value}.
     */
    static String scan(Path file) {
        return "read_single_parquet_file(" + Sql.text(file.toString()) + ")";
    }
}
