// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.ServiceLoader;

/** Finds the file formats and compressions on the class path. */
final class Formats {

    private static final byte[] PARQUET = {'P', 'A', 'R', '1'};
    private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final byte[] BLOCK_OF_BZIP2 = {0x31, 0x41, 0x59};
    private static final byte[] XZ = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0};
    private static final byte[] LZMA = {0x5d, 0, 0};
    private static final byte[] TAR = {'u', 's', 't', 'a', 'r'};
    private static final int TAR_OFFSET = 257;
    private static final int SHOWN_BYTES = 8;

    private Formats() {}

    static DatasetFormat of(FileStart start, Path file) throws DatasetException {
        rejectPacked(start, file);
        List<DatasetFormat> all = services(DatasetFormat.class);
        DatasetFormat best = all.stream()
                .max(Comparator.comparingInt(each -> each.likelihood(start)))
                .orElseThrow();
        if (best.likelihood(start) > 0) {
            return best;
        }
        if (start.bytes().length == 0) {
            throw DatasetException.of(file + " is empty");
        }
        if (start.beginsWith(PARQUET)) {
            throw missingModule(file, "a Parquet file", "harness-duckdb");
        }
        if (start.beginsWith(ZSTD)) {
            throw missingModule(file, "compressed with zstd", "harness-zstd");
        }
        int shown = Math.min(SHOWN_BYTES, start.bytes().length);
        throw DatasetException.of(file + " has an unknown format: it starts with the bytes "
                + HexFormat.ofDelimiter(" ").formatHex(start.bytes(), 0, shown)
                + "; the supported formats are "
                + String.join(
                        ", ", all.stream().map(DatasetFormat::name).sorted().toList()));
    }

    /**
     * Rejects compressed files and archives. Checks the first bytes, because the name can be wrong: {@code set.csv} can be a tar archive.
     */
    private static void rejectPacked(FileStart start, Path file) throws DatasetException {
        if (start.beginsWith((byte) 'B', (byte) 'Z', (byte) 'h') && start.has(4, BLOCK_OF_BZIP2)) {
            throw unsupportedCompression(file, "bzip2", "bunzip2");
        }
        if (start.beginsWith(XZ)) {
            throw unsupportedCompression(file, "xz", "unxz");
        }
        if (start.beginsWith(LZMA)) {
            throw unsupportedCompression(file, "lzma", "unlzma");
        }
        if (start.has(TAR_OFFSET, TAR)) {
            throw DatasetException.of(
                    file + " is a tar archive, which is not supported: unpack it first with `tar -xf`");
        }
    }

    static List<Compression> compressions() {
        return services(Compression.class);
    }

    static WritableFormat writable(Path file) throws DatasetException {
        String name = String.valueOf(file.getFileName());
        List<WritableFormat> all = services(WritableFormat.class);
        return all.stream()
                .filter(each -> name.endsWith("." + each.name()))
                .findFirst()
                .orElseThrow(() -> DatasetException.of("cannot derive the file format of " + file
                        + " from its name: it must end with ." + String.join(", .", names(all))));
    }

    static WritableFormat writable(String name) throws DatasetException {
        List<WritableFormat> all = services(WritableFormat.class);
        return all.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> DatasetException.of("cannot write the format '" + name
                        + "'; the supported formats are " + String.join(", ", names(all))));
    }

    private static List<String> names(List<WritableFormat> formats) {
        return formats.stream().map(WritableFormat::name).sorted().toList();
    }

    static DatasetQuery query() throws DatasetException {
        List<DatasetQuery> found = services(DatasetQuery.class);
        if (found.isEmpty()) {
            throw DatasetException.of("SQL needs the module io.loadharness:harness-duckdb on the class path");
        }
        return found.get(0);
    }

    private static DatasetException unsupportedCompression(Path file, String name, String tool) {
        return DatasetException.of(file + " is compressed with " + name
                + ", which is not supported: unpack it first with `" + tool + " -k`, or compress it with gzip");
    }

    private static DatasetException missingModule(Path file, String content, String module) {
        return DatasetException.of(
                file + " is " + content + ", which needs the module io.loadharness:" + module + " on the class path");
    }

    private static <T> List<T> services(Class<T> type) {
        return ServiceLoader.load(type).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
