// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the samples of a records file in the order in which the samples ended. A file can be truncated, for example if the process was
 * killed. In this case, the reader returns only the complete records before the truncation. Not thread-safe; the owner closes the reader.
 *
 * <pre>{@code
 * try (RecordReader records = RecordReader.open(Path.of("run/records.cbor"))) {
 *     for (SampleRecord each = records.next(); each != null; each = records.next()) {
 *         System.out.println(each.times().done());
 *     }
 * }
 * }</pre>
 */
public final class RecordReader implements RecordSource, AutoCloseable {

    private static final Map<String, TokenSource> SOURCES = Stream.of(TokenSource.values())
            .collect(Collectors.toMap(each -> each.name().toLowerCase(Locale.ROOT), each -> each));

    private final CborItems in;
    private final RecordHeader header;
    private final List<String> endpoints = new ArrayList<>();
    private final List<String> finishReasons = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private long samples;
    private long sequence = Query.NOT_NUMBERED;
    private boolean complete;

    private RecordReader(CborItems in) throws IOException {
        this.in = in;
        this.header = readHeader();
    }

    /**
     * Opens a file and reads its header.
     *
     * @throws RecordException if the file is not a records file
     */
    public static RecordReader open(Path file) throws IOException {
        InputStream stream = Files.newInputStream(file);
        try {
            return new RecordReader(new CborItems(file, stream));
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    /** Returns the header of the file. */
    public RecordHeader header() {
        return header;
    }

    /** Returns true if the reader reached the end item. A file has this last item only if it is complete. */
    public boolean isComplete() {
        return complete;
    }

    /**
     * Reads the next sample. Returns null at the end of the file, even if the file is truncated.
     *
     * @throws RecordException if the next item is not a record
     */
    @Override
    public @Nullable SampleRecord next() throws IOException {
        try {
            for (JsonToken token = in.next(); token != null; token = in.next()) {
                if (complete) {
                    throw in.malformed("has data after its end item");
                }
                if (token == JsonToken.START_ARRAY) {
                    SampleRecord sample = sample();
                    samples++;
                    return sample;
                }
                if (token != JsonToken.START_OBJECT) {
                    throw in.malformed("has " + token + " instead of a record");
                }
                definition();
            }
            return null;
        } catch (JsonProcessingException e) {
            if (in.isTruncated()) {
                return null;
            }
            throw in.malformed("has invalid CBOR: " + e.getOriginalMessage(), e);
        }
    }

    private RecordHeader readHeader() throws IOException {
        try {
            in.expect(JsonToken.START_OBJECT, "the header of a records file");
            in.expectName("format");
            String format = in.text();
            in.expectName("version");
            long version = in.integer();
            if (!RecordHeader.FORMAT.equals(format) || version != RecordHeader.CURRENT) {
                throw in.malformed("has the format " + format + " version " + version + ", but this program reads "
                        + RecordHeader.FORMAT + " version " + RecordHeader.CURRENT);
            }
            in.expectName("started_unix_s");
            long seconds = in.integer();
            in.expectName("started_ns");
            Instant started = Instant.ofEpochSecond(seconds, in.integer());
            in.expect(JsonToken.END_OBJECT, "the end of the header");
            return new RecordHeader(RecordHeader.CURRENT, started);
        } catch (JsonProcessingException | DateTimeException | ArithmeticException e) {
            throw in.malformed("does not start with the header of a records file", e);
        }
    }

    private void definition() throws IOException {
        String what = in.name();
        long id = in.integer();
        if (RecordHeader.SAMPLES.equals(what)) {
            if (id != samples) {
                throw in.malformed("declares " + id + " samples, but has " + samples);
            }
            in.expect(JsonToken.END_OBJECT, "the end of the file");
            complete = true;
            return;
        }
        if (RecordHeader.SEQUENCE.equals(what)) {
            if (id < 0 || sequence != Query.NOT_NUMBERED) {
                throw in.malformed("has the sequence number " + id + ", but no sample with this number follows");
            }
            in.expect(JsonToken.END_OBJECT, "the end of a sequence number");
            sequence = id;
            return;
        }
        in.expectName("text");
        String text = in.text();
        in.expect(JsonToken.END_OBJECT, "the end of a string");
        int known = define(what, text);
        if (id != known) {
            throw in.malformed("has " + what + " " + id + " instead of " + known);
        }
    }

    private int define(String what, String text) throws RecordException {
        if (RecordField.ENDPOINT.id().equals(what)) {
            endpoints.add(text);
            return endpoints.size() - 1;
        }
        if (RecordField.FINISH_REASON.id().equals(what)) {
            finishReasons.add(text);
            return finishReasons.size() - 1;
        }
        if (RecordField.FAILURE.id().equals(what)) {
            failures.add(failure(text));
            return failures.size() - 1;
        }
        throw in.malformed("defines a string of the unknown kind '" + what + "'");
    }

    private Failure failure(String text) throws RecordException {
        int colon = text.indexOf(": ");
        for (Failure.Kind kind : Failure.Kind.values()) {
            if (colon > 0 && kind.name().equals(text.substring(0, colon))) {
                return new Failure(kind, text.substring(colon + 2));
            }
        }
        throw in.malformed("has a failure of an unknown kind: " + text);
    }

    private SampleRecord sample() throws IOException {
        int index = in.count();
        String endpoint = text(endpoints).orElse("");
        Optional<Failure> failure = text(failures);
        Timeline.Builder times = times();
        Usage usage = new Usage(in.count(), in.count(), in.count(), in.count());
        int tokens = in.count();
        String source = in.text();
        if (!SOURCES.containsKey(source)) {
            throw in.malformed("has the unknown token source '" + source + "'");
        }
        String finishReason = text(finishReasons).orElse("");
        long[] gaps = in.typedArray();
        if (!in.endsArray()) {
            in.current().ifPresent(times::workerFirstToken);
            in.integerOrNull().ifPresent(times::workerDone);
            in.expect(JsonToken.END_ARRAY, "the end of a sample");
        }
        long number = sequence;
        sequence = Query.NOT_NUMBERED;
        return new SampleRecord(
                index,
                endpoint,
                failure,
                times.build(),
                usage,
                tokens,
                SOURCES.get(source),
                finishReason,
                gaps,
                number);
    }

    private Timeline.Builder times() throws IOException {
        long scheduled = in.integer();
        return Timeline.builder()
                .scheduled(scheduled)
                .issued(since(scheduled))
                .dequeued(since(scheduled))
                .sent(since(scheduled))
                .firstByte(since(scheduled))
                .firstToken(since(scheduled))
                .firstContent(since(scheduled))
                .lastToken(since(scheduled))
                .done(since(scheduled))
                .firstReported(since(scheduled))
                .reported(since(scheduled));
    }

    private long since(long scheduled) throws IOException {
        OptionalLong time = in.integerOrNull();
        return time.isPresent() ? scheduled + time.getAsLong() : Timeline.UNKNOWN;
    }

    private <T> Optional<T> text(List<T> texts) throws IOException {
        OptionalLong id = in.integerOrNull();
        if (id.isEmpty()) {
            return Optional.empty();
        }
        if (id.getAsLong() < 0 || id.getAsLong() >= texts.size()) {
            throw in.malformed("refers to string " + id.getAsLong() + ", but only " + texts.size() + " are defined");
        }
        return Optional.of(texts.get((int) id.getAsLong()));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
