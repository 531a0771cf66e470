// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import io.loadharness.inference.Timeline;
import io.loadharness.internal.EndpointNames;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Merges the records of several processes into one file, in the order in which the samples ended. Each call of {@link #next} copies a
 * record to the file and returns the record. Only one record of each file is in memory. In the merged file, all times count from the start
 * of the earliest recording. The starts are wall-clock times, corrected by the known clock offsets. Latencies do not change. Not
 * thread-safe.
 *
 * <pre>{@code
 * try (RecordMerge merge = RecordMerge.of(parts, Path.of("merged/records.cbor"))) {
 *     RunMetrics metrics = RunMetrics.of(merge);
 *     merge.finish();
 * }
 * }</pre>
 */
public final class RecordMerge implements RecordSource, AutoCloseable {

    private static final int BUFFER_SIZE = 1 << 16;
    private static final Duration MAX_DISTANCE = Duration.ofDays(1);

    private final List<Input> inputs = new ArrayList<>();
    private final PriorityQueue<Input> queue = new PriorityQueue<>(Comparator.comparingLong(input -> input.end));
    private Instant started = Instant.EPOCH;
    private @Nullable OutputStream stream;
    private @Nullable RecordWriter writer;
    private @Nullable Input last;

    /**
     * A file to merge.
     *
     * @param file the records
     * @param name the name of the process, which is added to the names of its endpoints
     * @param clockOffset the clock offset of this process: the clock of its machine minus the common clock of all parts; zero if unknown
     * @param check receives the sequence number of each record
     */
    public record Part(Path file, String name, Duration clockOffset, SequenceListener check) {}

    /** Receives the sequence numbers of records. */
    @FunctionalInterface
    public interface SequenceListener {

        /** Called for each record of a part, in the order of the file. */
        void record(long sequence);
    }

    /** A file that is being read, and its next record. */
    private static final class Input {

        final Part part;
        final RecordReader reader;
        final Map<String, String> endpoints = new HashMap<>();
        long shift;
        long end;
        long records;
        Optional<String> damage = Optional.empty();

        @Nullable
        SampleRecord next;

        Input(Part part) throws IOException {
            this.part = part;
            this.reader = RecordReader.open(part.file());
        }

        /** Returns the start of the recording by the common clock of all parts. */
        Instant started() {
            return reader.header().started().minus(part.clockOffset());
        }

        /** Reads the next record; returns false at the end of the file or at damaged data. */
        boolean advance() throws IOException {
            SampleRecord read;
            try {
                read = reader.next();
            } catch (RecordException e) {
                damage = Optional.of(String.valueOf(e.getMessage()));
                read = null;
            }
            if (read == null) {
                next = null;
                return false;
            }
            records++;
            part.check().record(read.sequence());
            SampleRecord moved = shift == 0 ? read : read.delayedBy(shift);
            next = moved.endpoint().isEmpty() ? moved : moved.at(named(moved.endpoint()));
            end = endOf(moved.times());
            return true;
        }

        private String named(String endpoint) {
            return endpoints.computeIfAbsent(endpoint, name -> EndpointNames.of(name, part.name()));
        }

        private static long endOf(Timeline times) {
            return Math.max(times.reported(), times.done());
        }
    }

    private RecordMerge() {}

    private void open(List<Part> parts, Path file) throws IOException {
        for (Part each : parts) {
            inputs.add(new Input(each));
        }
        started = inputs.stream()
                .map(Input::started)
                .min(Comparator.naturalOrder())
                .orElseThrow(() -> new IllegalArgumentException("there are no files to merge"));
        for (Input each : inputs) {
            Duration distance = Duration.between(started, each.started());
            if (distance.compareTo(MAX_DISTANCE) > 0) {
                throw new RecordException(
                        each.part.file() + " was recorded more than a day after the other records: it started at "
                                + each.started() + ", another one at " + started,
                        null);
            }
            each.shift = distance.toNanos();
        }
        stream = new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW), BUFFER_SIZE);
        writer = new RecordWriter(stream, started, 0);
        for (Input each : inputs) {
            if (each.advance()) {
                queue.add(each);
            }
        }
    }

    /**
     * Opens the files of the parts and creates the merged file.
     *
     * @throws RecordException if a file does not start with a header, or the recordings started more than a day apart
     * @throws IOException if a file cannot be read, or the merged file exists or cannot be written
     */
    public static RecordMerge of(List<Part> parts, Path file) throws IOException {
        RecordMerge merge = new RecordMerge();
        try {
            merge.open(parts, file);
            return merge;
        } catch (IOException | RuntimeException e) {
            merge.close();
            throw e;
        }
    }

    /** Returns the start of the earliest recording. All times count from this start. */
    public Instant started() {
        return started;
    }

    /** Returns the start of the recording of a part, by the common clock of all parts. */
    public Instant started(int part) {
        return inputs.get(part).started();
    }

    @Override
    public @Nullable SampleRecord next() throws IOException {
        if (last != null && last.advance()) {
            queue.add(last);
        }
        last = queue.poll();
        if (last == null || last.next == null) {
            return null;
        }
        SampleRecord record = last.next;
        out().write(record);
        return record;
    }

    private RecordWriter out() {
        if (writer == null) {
            throw new IllegalStateException("the merge is closed");
        }
        return writer;
    }

    /** Returns the number of records that were read from a part. */
    public long records(int part) {
        return inputs.get(part).records;
    }

    /** Returns the reason why the records of a part are incomplete; empty if the records are complete. */
    public Optional<String> trouble(int part) {
        Input input = inputs.get(part);
        if (input.damage.isPresent()) {
            return input.damage;
        }
        return input.reader.isComplete()
                ? Optional.empty()
                : Optional.of(input.part.file() + " is truncated after " + input.records + " records");
    }

    /** Writes the end of the merged file. */
    public void finish() throws IOException {
        out().end();
    }

    /** Closes all files. */
    @Override
    public void close() throws IOException {
        writer = null;
        for (Input each : inputs) {
            each.reader.close();
        }
        if (stream != null) {
            stream.close();
            stream = null;
        }
    }
}
