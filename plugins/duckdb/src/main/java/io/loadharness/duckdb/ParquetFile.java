// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.FileStart;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;

/** What a Parquet file is told by, and how SQL names it. */
final class ParquetFile {

    private static final String MAGIC = "PAR1";
    private static final String ENCRYPTED = "PARE";

    /** Magic at both ends, and the length of the footer. */
    private static final int SHORTEST = 12;

    private ParquetFile() {}

    static boolean isOne(FileStart start) {
        return start.beginsWith(bytes(MAGIC)) || start.beginsWith(bytes(ENCRYPTED));
    }

    /** Says what DuckDB would say with less words: no Parquet file, a part of one, an encrypted one. */
    static void check(Path file) throws IOException {
        try (var bytes = new RandomAccessFile(file.toFile(), "r")) {
            String start = magic(bytes, 0);
            if (start.equals(ENCRYPTED)) {
                throw DatasetException.of("the Parquet file is encrypted: write it without encryption");
            }
            if (!start.equals(MAGIC)) {
                throw DatasetException.of("this is not a Parquet file, which begins with " + MAGIC);
            }
            if (bytes.length() < SHORTEST
                    || !magic(bytes, bytes.length() - MAGIC.length()).equals(MAGIC)) {
                throw DatasetException.of("the Parquet file is cut off: it does not end with " + MAGIC);
            }
        }
    }

    /** Says why DuckDB did not go on; users know the folder. */
    static DatasetException damaged(Path file, SQLException error) {
        String reason = SqlError.reason(error).replace(file.toString(), String.valueOf(file.getFileName()));
        return DatasetException.of("the Parquet file cannot be read, it may be damaged: " + reason);
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

    /** SQL for the rows of exactly this file, whatever patterns its name holds or keys its folders are named by. */
    static String scan(Path file) {
        return "read_single_parquet_file(" + Sql.text(file.toString()) + ")";
    }
}
