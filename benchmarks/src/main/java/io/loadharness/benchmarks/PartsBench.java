// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.IntListColumn;
import io.loadharness.dataset.IntegerColumn;
import io.loadharness.http.EventReaders;
import io.loadharness.netty.ResponseDecoders;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;

/** Measures the figures of {@code bench parts}. */
final class PartsBench {

    private static final int VOCABULARY = 128_000;
    private static final int IDS_PER_ROW = 512;
    private static final int NUMBERS_PER_ROW = 5;
    private static final int EVENTS_PER_RESPONSE = 200;
    private static final int WARM_UPS = 12;
    private static final double NANOS_PER_SECOND = 1e9;

    private final BenchFolder benchFolder;
    private final int pairs;
    private final boolean quick;
    private final Progress progress;
    private final Random random = new Random(20_261_123);

    PartsBench(BenchFolder benchFolder, int pairs, boolean quick, Progress progress) {
        this.benchFolder = benchFolder;
        this.pairs = pairs;
        this.quick = quick;
        this.progress = progress;
    }

    /** Measures all figures. */
    List<FigureSpread> measure() throws IOException {
        List<FigureSpread> spreads = new ArrayList<>();
        Path lists = writeLists(rows(20_000));
        spreads.add(
                compare("csv_lists", "CSV of lists of ids, FastCSV", () -> ourLists(lists), () -> fastCsvLists(lists)));
        Path numbers = writeNumbers(rows(800_000));
        spreads.add(compare(
                "csv_numbers", "CSV of integers, FastCSV", () -> ourNumbers(numbers), () -> fastCsvNumbers(numbers)));
        List<byte[]> events = events(rows(1_000_000));
        spreads.add(compare(
                "json_events",
                "JSON of events, Jackson",
                () -> EventReaders.ours(events),
                () -> EventReaders.jackson(events)));
        for (int perRead : new int[] {1, 16}) {
            List<byte[]> reads = reads(rows(1_000_000), perRead);
            spreads.add(compare(
                    "http_responses_" + perRead,
                    "HTTP/1.1, " + perRead + (perRead == 1 ? " chunk" : " chunks") + " per read, Netty",
                    () -> ResponseDecoders.ours(reads),
                    () -> ResponseDecoders.netty(reads)));
        }
        return spreads;
    }

    private int rows(int full) {
        return quick ? full / 100 : full;
    }

    /** Work that both sides do. The results of both sides must be the same. */
    @FunctionalInterface
    private interface Work {
        long run() throws IOException;
    }

    private FigureSpread compare(String id, String title, Work ours, Work other) throws IOException {
        progress.measuring(title + ", " + pairs + " pairs");
        long expected = other.run();
        for (int i = 0; i < (quick ? 1 : WARM_UPS); i++) {
            cpuNanos(ours, expected, id);
            cpuNanos(other, expected, id);
        }
        BenchFigure figure = new BenchFigure(
                id + "_ratio", title + " / LoadHarness", BenchFigure.RATIO, OptionalDouble.empty(), true);
        return Pair.ratio(
                figure,
                Pair.run(pairs, () -> cpuNanos(ours, expected, id), () -> cpuNanos(other, expected, id)),
                nanos -> NANOS_PER_SECOND / nanos,
                "CPU-second");
    }

    private static long cpuNanos(Work work, long expected, String id) throws IOException {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        long found = work.run();
        long nanos = threads.getCurrentThreadCpuTime() - before;
        if (found != expected) {
            throw new IOException(id + ": both sides must find the same content: got " + found + " and " + expected);
        }
        return nanos;
    }

    private Path writeLists(int rows) throws IOException {
        Path file = benchFolder.folder().resolve("lists.csv");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("input_ids\n");
            for (int row = 0; row < rows; row++) {
                out.write("\""
                        + Arrays.toString(
                                random.ints(IDS_PER_ROW, 0, VOCABULARY).toArray()) + "\"\n");
            }
        }
        return file;
    }

    private Path writeNumbers(int rows) throws IOException {
        Path file = benchFolder.folder().resolve("integers.csv");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("a,b,c,d,e\n");
            for (int row = 0; row < rows; row++) {
                for (int i = 1; i <= NUMBERS_PER_ROW; i++) {
                    out.write(random.nextInt(VOCABULARY) + (i == NUMBERS_PER_ROW ? "\n" : ","));
                }
            }
        }
        return file;
    }

    private static long ourLists(Path file) throws IOException {
        Dataset set = Dataset.read(file);
        IntListColumn ids = (IntListColumn) set.column("input_ids");
        long last = 0;
        for (int row = 0; row < set.rows(); row++) {
            last += ids.get(row, IDS_PER_ROW - 1);
        }
        return last + set.rows();
    }

    private static long fastCsvLists(Path file) throws IOException {
        List<int[]> rows = new ArrayList<>();
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(file)) {
            for (CsvRecord record : reader) {
                if (record.getStartingLineNumber() > 1) {
                    rows.add(ids(record.getField(0)));
                }
            }
        }
        return rows.stream().mapToLong(row -> row[row.length - 1]).sum() + rows.size();
    }

    private static int[] ids(String cell) {
        int[] ids = new int[IDS_PER_ROW];
        int count = 0;
        int from = 1;
        while (from < cell.length()) {
            int comma = cell.indexOf(',', from);
            int to = comma < 0 ? cell.length() - 1 : comma;
            ids[count++] = Integer.parseInt(cell, from, to, 10);
            from = to + 2;
        }
        return Arrays.copyOf(ids, count);
    }

    private static long ourNumbers(Path file) throws IOException {
        Dataset set = Dataset.read(file);
        long sum = 0;
        for (String name : set.columnNames()) {
            IntegerColumn column = (IntegerColumn) set.column(name);
            for (int row = 0; row < set.rows(); row++) {
                sum += column.get(row);
            }
        }
        return sum;
    }

    private static long fastCsvNumbers(Path file) throws IOException {
        long[][] columns = new long[NUMBERS_PER_ROW][1024];
        int rows = 0;
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(file)) {
            for (CsvRecord record : reader) {
                if (record.getStartingLineNumber() == 1) {
                    continue;
                }
                for (int i = 0; i < NUMBERS_PER_ROW; i++) {
                    if (rows == columns[i].length) {
                        columns[i] = Arrays.copyOf(columns[i], 2 * rows);
                    }
                    columns[i][rows] = Long.parseLong(record.getField(i));
                }
                rows++;
            }
        }
        long sum = 0;
        for (long[] column : columns) {
            for (int row = 0; row < rows; row++) {
                sum += column[row];
            }
        }
        return sum;
    }

    private List<byte[]> events(int count) {
        // Only a hundred events are different, so that they stay in the CPU's cache, like the events of a socket read.
        List<byte[]> different = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            different.add(event().getBytes(US_ASCII));
        }
        List<byte[]> events = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            events.add(different.get(i % different.size()));
        }
        return events;
    }

    private String event() {
        return """
                {"id":"cmpl-7f3a9c","object":"text_completion","created":1700000000,"model":"meta-llama/Llama-3.1-8B-Instruct",\
                "choices":[{"index":0,"text":" %s","logprobs":null,"finish_reason":null}],"usage":null}""".formatted(Integer.toString(random.nextInt(VOCABULARY), 36));
    }

    /** Returns the bytes of streamed responses as socket reads, with the given number of chunks in each read. */
    private List<byte[]> reads(int chunks, int perRead) throws IOException {
        List<byte[]> ofOneResponse = new ArrayList<>();
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        read.write("""
                HTTP/1.1 200 OK\r
                server: uvicorn\r
                content-type: text/event-stream; charset=utf-8\r
                transfer-encoding: chunked\r
                \r
                """.getBytes(US_ASCII));
        for (int i = 1; i <= EVENTS_PER_RESPONSE; i++) {
            String event = "data: " + event() + "\n\n";
            read.write((Integer.toHexString(event.length()) + "\r\n" + event + "\r\n").getBytes(US_ASCII));
            if (i == EVENTS_PER_RESPONSE) {
                read.write("0\r\n\r\n".getBytes(US_ASCII));
            }
            if (i % perRead == 0 || i == EVENTS_PER_RESPONSE) {
                ofOneResponse.add(read.toByteArray());
                read.reset();
            }
        }
        List<byte[]> reads = new ArrayList<>();
        for (int i = 0; i < Math.max(1, chunks / EVENTS_PER_RESPONSE); i++) {
            reads.addAll(ofOneResponse);
        }
        return reads;
    }
}
