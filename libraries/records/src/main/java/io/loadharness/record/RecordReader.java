// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.loadharness.Failure;
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
 * Reads a file of records, one sample after the other, in the order in which they ended. A file that stops in the middle, as one does
 * whose writer was killed, is read up to there. For one thread; its owner closes it.
 */
public final class RecordReader implements AutoCloseable {

    private static final Map<String, TokenSource> SOURCES = Stream.of(TokenSource.values())
            .collect(Collectors.toMap(each -> each.name().toLowerCase(Locale.ROOT), each -> each));

    private final Items in;
    private final RecordHeader header;
    private final List<String> endpoints = new ArrayList<>();
    private final List<String> finishReasons = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private long samples;
    private boolean complete;

    private RecordReader(Items in) throws IOException {
        this.in = in;
        this.header = readHeader();
    }

    /**
     * Opens a file and reads its header.
     *
     * @throws RecordException if it is no file of records
     */
    public static RecordReader open(Path file) throws IOException {
        InputStream stream = Files.newInputStream(file);
        try {
            return new RecordReader(new Items(file, stream));
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    /** What the file says of itself. */
    public RecordHeader header() {
        return header;
    }

    /** Whether the end was reached and the writer said that it was the end. */
    public boolean isComplete() {
        return complete;
    }

    /**
     * The next sample; null at the end of the file, or of what was written of it.
     *
     * @throws RecordException if what comes is no record
     */
    public @Nullable SampleRecord next() throws IOException {
        try {
            for (JsonToken token = in.next(); token != null; token = in.next()) {
                if (complete) {
                    throw in.broken("goes on behind its end");
                }
                if (token == JsonToken.START_ARRAY) {
                    SampleRecord sample = sample();
                    samples++;
                    return sample;
                }
                if (token != JsonToken.START_OBJECT) {
                    throw in.broken("has " + token + " where a record should be");
                }
                definition();
            }
            return null;
        } catch (JsonProcessingException e) {
            if (in.isCut()) {
                return null;
            }
            throw in.broken("has what is no CBOR: " + e.getOriginalMessage(), e);
        }
    }

    private RecordHeader readHeader() throws IOException {
        try {
            in.expect(JsonToken.START_OBJECT, "the header of a file of records");
            in.expectName("format");
            String format = in.text();
            in.expectName("version");
            long version = in.integer();
            if (!RecordHeader.FORMAT.equals(format) || version != RecordHeader.CURRENT) {
                throw in.broken("is " + format + " of version " + version + ", and this program reads "
                        + RecordHeader.FORMAT + " of version " + RecordHeader.CURRENT);
            }
            in.expectName("started_unix_s");
            long seconds = in.integer();
            in.expectName("started_ns");
            Instant started = Instant.ofEpochSecond(seconds, in.integer());
            in.expect(JsonToken.END_OBJECT, "the end of the header");
            return new RecordHeader(RecordHeader.CURRENT, started);
        } catch (JsonProcessingException | DateTimeException | ArithmeticException e) {
            throw in.broken("does not begin as a file of records", e);
        }
    }

    private void definition() throws IOException {
        String what = in.name();
        long id = in.integer();
        if (RecordHeader.SAMPLES.equals(what)) {
            if (id != samples) {
                throw in.broken("says that it has " + id + " samples, and has " + samples);
            }
            in.expect(JsonToken.END_OBJECT, "the end of the file");
            complete = true;
            return;
        }
        in.expectName("text");
        String text = in.text();
        in.expect(JsonToken.END_OBJECT, "the end of a text");
        int known = define(what, text);
        if (id != known) {
            throw in.broken("has " + what + " " + id + " where " + known + " is next");
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
        throw in.broken("has the text of a '" + what + "', which is unknown");
    }

    private Failure failure(String text) throws RecordException {
        int colon = text.indexOf(": ");
        for (Failure.Kind kind : Failure.Kind.values()) {
            if (colon > 0 && kind.name().equals(text.substring(0, colon))) {
                return new Failure(kind, text.substring(colon + 2));
            }
        }
        throw in.broken("has a failure of unknown kind: " + text);
    }

    private SampleRecord sample() throws IOException {
        int index = in.count();
        String endpoint = text(endpoints).orElse("");
        Optional<Failure> failure = text(failures);
        Timeline times = times();
        Usage usage = new Usage(in.count(), in.count(), in.count(), in.count());
        int tokens = in.count();
        String source = in.text();
        if (!SOURCES.containsKey(source)) {
            throw in.broken("has tokens counted by '" + source + "', which is unknown");
        }
        String finishReason = text(finishReasons).orElse("");
        long[] gaps = in.typedArray();
        in.expect(JsonToken.END_ARRAY, "the end of a sample");
        return new SampleRecord(
                index, endpoint, failure, times, usage, tokens, SOURCES.get(source), finishReason, gaps);
    }

    private Timeline times() throws IOException {
        long due = in.integer();
        return Timeline.builder()
                .scheduled(due)
                .issued(since(due))
                .taken(since(due))
                .sent(since(due))
                .firstByte(since(due))
                .firstToken(since(due))
                .firstAnswer(since(due))
                .lastToken(since(due))
                .done(since(due))
                .firstTold(since(due))
                .told(since(due))
                .build();
    }

    private long since(long due) throws IOException {
        OptionalLong moment = in.integerOrNull();
        return moment.isPresent() ? due + moment.getAsLong() : Timeline.UNKNOWN;
    }

    private <T> Optional<T> text(List<T> texts) throws IOException {
        OptionalLong id = in.integerOrNull();
        if (id.isEmpty()) {
            return Optional.empty();
        }
        if (id.getAsLong() < 0 || id.getAsLong() >= texts.size()) {
            throw in.broken("uses text " + id.getAsLong() + " of " + texts.size());
        }
        return Optional.of(texts.get((int) id.getAsLong()));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
