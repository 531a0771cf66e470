// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecompressionLimitsTest {

    /** More than the limit: deflate turns these zeros into a file that is about 1029 times smaller. */
    private static final int BOMB_MIB = 272;

    private static final String EXTENSION = ".decompressionLimits-test";

    @TempDir
    private Path folder;

    @Test
    void endlessContentIsCutAtTheLimit() {
        InputStream endless = new DecompressionLimits(2 << 20).limited(endless());

        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> endless.transferTo(OutputStream.nullOutputStream()))
                .withMessage("its unpacked content is larger than 400 MiB and more than 200 times as large as the file:"
                        + " possible zip bomb; if you trust the file, unpack it first");
    }

    private static InputStream endless() {
        return new InputStream() {
            @Override
            public int read() {
                return 0;
            }

            @Override
            public int read(byte[] into, int from, int length) {
                return length;
            }
        };
    }

    @Test
    void contentForTheMemoryIsLimitedByTheHeap() {
        InputStream content = DecompressionLimits.intoMemory(1L << 30, 10 << 20).limited(endless());

        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> content.transferTo(OutputStream.nullOutputStream()))
                .withMessage("its unpacked content is larger than 320 MiB and more than 32 times as large as the"
                        + " memory of Java, 10 MiB: set a larger heap, for example JAVA_TOOL_OPTIONS=-Xmx16g, or unpack"
                        + " the file first");
    }

    @Test
    void zipBombIsNamed() throws IOException {
        Path file = folder.resolve("bomb.npz");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("ids.npy"));
            String header = "{'descr': '<i8', 'fortran_order': False, 'shape': (" + (BOMB_MIB << 17) + ",), }\n";
            zip.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) header.length(), 0});
            zip.write(header.getBytes(StandardCharsets.US_ASCII));
            writeZeros(zip);
        }

        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> new DatasetReader().stream(file, new DroppedRows()))
                .withMessageStartingWith(file + ", row ")
                .withMessageContaining(": array \"ids\": its unpacked content is larger than ")
                .withMessageEndingWith("possible zip bomb; if you trust the file, unpack it first");
    }

    @Test
    void gzipBombIsNamed() throws IOException {
        Path file = folder.resolve("bomb.npy.gz");
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
            String header = "{'descr': '<i8', 'fortran_order': False, 'shape': (" + (BOMB_MIB << 17) + ",), }\n";
            gzip.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) header.length(), 0});
            gzip.write(header.getBytes(StandardCharsets.US_ASCII));
            writeZeros(gzip);
        }

        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> new DatasetReader().stream(file, new DroppedRows()))
                .withMessageStartingWith(file + ": its unpacked content is larger than ");
    }

    private static void writeZeros(OutputStream out) throws IOException {
        byte[] zeros = new byte[1 << 20];
        for (int i = 0; i < BOMB_MIB; i++) {
            out.write(zeros);
        }
    }

    @Test
    void temporaryCopyLeavesSpaceOnTheDisk() throws IOException {
        InputStream content = new ByteArrayInputStream(new byte[40 << 20]);
        long[] free = {100L << 20};

        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() ->
                        DecompressionLimits.copy(content, EXTENSION, file -> OptionalLong.of(free[0] -= 10 << 20)))
                .withMessage("its unpacked content does not fit into the temporary folder "
                        + Path.of(System.getProperty("java.io.tmpdir")) + ": 32 MiB were written, and 70 MiB are free;"
                        + " free space, or set another folder with -Djava.io.tmpdir");
        assertThat(copies()).isEmpty();
    }

    @Test
    void temporaryCopyIsWrittenIfTheFreeSpaceIsUnknown() throws IOException {
        Path file = DecompressionLimits.copy(
                new ByteArrayInputStream(new byte[] {1, 2}), EXTENSION, each -> OptionalLong.empty());

        assertThat(file).hasBinaryContent(new byte[] {1, 2});
        Files.delete(file);
    }

    @Test
    void onlyTheOwnerCanReadATemporaryCopy() throws IOException {
        Path file = DecompressionLimits.copy(new ByteArrayInputStream(new byte[] {1, 2}), EXTENSION);

        assertThat(copies()).containsExactly(file);
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(file).hasBinaryContent(new byte[] {1, 2});
        Files.delete(file);
    }

    private static List<Path> copies() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(each -> each.toString().endsWith(EXTENSION)).toList();
        }
    }

    @Test
    void exhaustedHeapIsReportedWithTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("large.csv"), "a\n1\n2\n");
        RowSink exhausted = new DroppedRows() {
            @Override
            public void endRow() {
                if (rows() == 1) {
                    throw new OutOfMemoryError("Java heap space");
                }
                super.endRow();
            }
        };

        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> new DatasetReader().stream(file, exhausted))
                .withMessageMatching("\\Q" + file + "\\E does not fit into the memory of Java, \\d+ MiB: it was read to"
                        + " row 2; select columns, or set a larger heap, for example JAVA_TOOL_OPTIONS=-Xmx16g");
    }

    /** A sink that keeps nothing. */
    private static class DroppedRows implements RowSink {

        private long rows;

        @Override
        public int column(String name) {
            return 0;
        }

        @Override
        public void text(int column, String value) {}

        @Override
        public void integer(int column, long value) {}

        @Override
        public void number(int column, double value) {}

        @Override
        public void flag(int column, boolean value) {}

        @Override
        public void integers(int column, int[] values, int from, int count) {}

        @Override
        public void json(int column, String value) {}

        @Override
        public void endRow() {
            rows++;
        }

        @Override
        public long rows() {
            return rows;
        }
    }
}
