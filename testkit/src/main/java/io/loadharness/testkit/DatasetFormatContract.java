// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetColumn;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.WritableFormat;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests for a {@link DatasetFormat}, and for its {@link WritableFormat} if it has one. The tests check that the format reads the rows that
 * the writer wrote, rejects damaged files with an {@link IOException}, and closes all streams that it opens.
 *
 * <pre>{@code
 * class CsvTest extends DatasetFormatContract {
 *     protected DatasetFormat format() {
 *         return new CsvFormat();
 *     }
 *
 *     protected Optional<WritableFormat> writer() {
 *         return Optional.of(new CsvFormat());
 *     }
 * }
 * }</pre>
 */
@Timeout(600)
public abstract class DatasetFormatContract {

    private static final int START = 1 << 16;
    private static final int TRUNCATIONS = 16;
    private static final int THREADS = 4;

    private static final String[] TEXTS = {"plain", "with \"quotes\", commas\tand\nlines", "äöü 漢字 \uD83D\uDE00", " "};

    @TempDir
    Path folder;

    /** Returns the format. */
    protected abstract DatasetFormat format();

    /** Returns the writer of the format; empty if the format is read-only. */
    protected abstract Optional<WritableFormat> writer();

    /** Returns the file name extension with the dot, for example {@code .csv}. */
    protected String fileEnding() {
        return "." + format().name();
    }

    /**
     * Writes at least two sample rows. The default writes four rows with a string, an integer, a number and a second string. The second
     * string is missing in one row. Override this method if the format does not support these values.
     */
    protected void sampleRows(RowSink rows) throws DatasetException {
        int text = rows.column("text");
        int integer = rows.column("integer");
        int number = rows.column("number");
        int some = rows.column("some");
        for (int i = 0; i < TEXTS.length; i++) {
            rows.text(text, TEXTS[i]);
            rows.integer(integer, (1L << 40) + i);
            rows.number(number, i + 0.25);
            if (i != 1) {
                rows.text(some, "value " + i);
            }
            rows.endRow();
        }
    }

    /** Writes a file with {@link #sampleRows}. The default uses {@link #writer}; a read-only format overrides this method. */
    protected void writeSample(Path file) throws IOException {
        try (DatasetWriter rows = writer().orElseThrow().create(file)) {
            sampleRows(rows);
            rows.finish();
        }
    }

    /**
     * Returns true if the format detects a wrong first byte and every truncated file. Override this method to return false for plain text
     * such as CSV.
     */
    protected boolean detectsEveryTruncation() {
        return true;
    }

    @Test
    void readsTheWrittenRows() throws IOException {
        assertRead(sampleFile());
    }

    @Test
    void readsAFileTwice() throws IOException {
        Path file = sampleFile();

        assertRead(file);
        assertRead(file);
    }

    @Test
    void readsOnSeveralThreads() throws Exception {
        Path file = sampleFile();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            Callable<Void> reading = () -> {
                assertRead(file);
                return null;
            };
            for (Future<Void> each : threads.invokeAll(Collections.nCopies(THREADS * THREADS, reading))) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void recognizesItsOwnFiles() throws IOException {
        Path file = sampleFile();

        assertThat(format().name()).isNotBlank();
        assertThat(format().likelihood(start(file))).isBetween(1, 100);
    }

    @Test
    void doesNotRecognizeOtherFiles() {
        byte[] noise = new byte[START];
        new Random(1).nextBytes(noise);

        assertThat(format().likelihood(new FileStart(noise, "noise.unknown"))).isZero();
        assertThat(format().likelihood(new FileStart(new byte[0], "empty.unknown")))
                .isBetween(0, 50);
    }

    @Test
    void rejectsAFileOfAnotherKind() throws IOException {
        byte[] noise = new byte[1 << 12];
        new Random(2).nextBytes(noise);
        Path file = Files.write(folder.resolve("noise" + fileEnding()), noise);

        assertThatIOException().isThrownBy(() -> read(file)).withMessageMatching("(?s).+");
    }

    @Test
    void rejectsAWrongStart() throws IOException {
        assumeTrue(detectsEveryTruncation(), "the format does not detect it");
        byte[] bytes = Files.readAllBytes(sampleFile());
        bytes[0] ^= 0x55;
        Path file = Files.write(folder.resolve("start" + fileEnding()), bytes);

        assertThatIOException().isThrownBy(() -> read(file));
    }

    @Test
    void rejectsATruncatedFile() throws IOException {
        byte[] whole = Files.readAllBytes(sampleFile());
        int rows = expected().rows();
        for (int i = 0; i < TRUNCATIONS; i++) {
            int length = (int) ((long) whole.length * i / TRUNCATIONS);
            Path file = Files.write(folder.resolve("cut" + i + fileEnding()), Arrays.copyOf(whole, length));
            try (CountedSource source = new CountedSource(file)) {
                RowCounter counter = new RowCounter();
                try {
                    format().read(source, counter);
                    assertThat(detectsEveryTruncation() && length > 0)
                            .as("read of a file of %d bytes that was truncated to %d", whole.length, length)
                            .isFalse();
                } catch (IOException refused) {
                    assertThat(refused).hasMessageNotContaining("null");
                }
                assertThat(counter.rows()).isLessThanOrEqualTo(rows);
                source.requireClosed();
            }
        }
    }

    @Test
    void readsNoRowsOfAnEmptyFile() throws IOException {
        Path file = Files.createFile(folder.resolve("empty" + fileEnding()));
        RowCounter counter = new RowCounter();
        try (CountedSource source = new CountedSource(file)) {
            format().read(source, counter);
        } catch (IOException refused) {
            // the format may reject a file without rows
        }
        assertThat(counter.rows()).isZero();
    }

    @Test
    void propagatesExceptionsOfTheSink() throws IOException {
        DatasetException full = new DatasetException("the sink is full");
        try (CountedSource source = new CountedSource(sampleFile())) {
            RowCounter sink = new RowCounter() {
                @Override
                public void endRow() throws DatasetException {
                    throw full;
                }
            };

            assertThatThrownBy(() -> format().read(source, sink))
                    .satisfiesAnyOf(thrown -> assertThat(thrown).isSameAs(full), thrown -> assertThat(thrown)
                            .hasRootCause(full));
            source.requireClosed();
        }
    }

    @Test
    void createsAFileOnlyAtTheEnd() throws IOException {
        WritableFormat format = writable();
        Path file = Files.writeString(folder.resolve("old" + fileEnding()), "old");
        try (DatasetWriter rows = format.create(file)) {
            sampleRows(rows);
        }

        assertThat(file).hasContent("old");
        assertThat(folder).isDirectoryContaining(file::equals);
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void replacesAFileOnlyAtTheEnd() throws IOException {
        WritableFormat format = writable();
        Path file = Files.writeString(folder.resolve("old" + fileEnding()), "old");
        try (DatasetWriter rows = format.create(file)) {
            sampleRows(rows);
            rows.finish();
        }

        assertThat(format.name()).isEqualTo(format().name());
        assertRead(file);
    }

    private WritableFormat writable() {
        Optional<WritableFormat> writer = writer();
        assumeTrue(writer.isPresent(), "the format is read-only");
        return writer.orElseThrow();
    }

    private Path sampleFile() throws IOException {
        Path file = folder.resolve("sample" + fileEnding());
        writeSample(file);
        return file;
    }

    private static FileStart start(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new FileStart(in.readNBytes(START), String.valueOf(file.getFileName()));
        }
    }

    private Dataset expected() throws DatasetException {
        return Dataset.of("expected", this::sampleRows);
    }

    private Dataset read(Path file) throws IOException {
        try (CountedSource source = new CountedSource(file)) {
            IOException[] failure = new IOException[1];
            try {
                return Dataset.of("read", rows -> {
                    try {
                        format().read(source, rows);
                    } catch (DatasetException e) {
                        throw e;
                    } catch (IOException e) {
                        failure[0] = e;
                        throw new DatasetException("cannot be read");
                    }
                });
            } catch (DatasetException e) {
                throw failure[0] != null ? failure[0] : e;
            } finally {
                source.requireClosed();
            }
        }
    }

    private void assertRead(Path file) throws IOException {
        Dataset expected = expected();
        Dataset read = read(file);
        assertThat(read.columnNames()).containsExactlyElementsOf(expected.columnNames());
        assertThat(read.rows()).isEqualTo(expected.rows());
        for (String name : expected.columnNames()) {
            assertThat(values(read.column(name))).as(name).isEqualTo(values(expected.column(name)));
        }
    }

    private static List<String> values(DatasetColumn column) {
        return IntStream.range(0, column.rows())
                .mapToObj(row -> column.isMissing(row) ? "missing" : column.type() + " " + column.json(row))
                .toList();
    }

    /** A data set source that reads a file and counts its open streams. */
    private static final class CountedSource implements DatasetSource, AutoCloseable {

        private final Path path;
        private final AtomicInteger open = new AtomicInteger();

        CountedSource(Path path) {
            this.path = path;
        }

        @Override
        public InputStream open() throws IOException {
            open.incrementAndGet();
            return new FilterInputStream(Files.newInputStream(path)) {
                private boolean closed;

                @Override
                public void close() throws IOException {
                    if (!closed) {
                        closed = true;
                        open.decrementAndGet();
                    }
                    super.close();
                }
            };
        }

        @Override
        public Path file() {
            return path;
        }

        void requireClosed() {
            assertThat(open).as("streams that were not closed").hasValue(0);
        }

        @Override
        public void close() {
            requireClosed();
        }
    }

    /** Counts rows and ignores their values. */
    private static class RowCounter implements RowSink {

        private final List<String> columns = new ArrayList<>();
        private long rows;

        @Override
        public int column(String name) {
            if (!columns.contains(name)) {
                columns.add(name);
            }
            return columns.indexOf(name);
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
        public void endRow() throws DatasetException {
            rows++;
        }

        @Override
        public long rows() {
            return rows;
        }
    }
}
