// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes samples as a sequence of CBOR items (RFC 8742). A string that several samples share is written only once, before the first sample
 * that uses it. Not thread-safe.
 */
final class RecordWriter {

    /** Maximum number of failure messages per kind. A server may send a different message each time. */
    private static final int MAX_TEXTS_PER_KIND = 100;

    private static final String OTHERS = "one of many other messages, which are not recorded";

    private static final Map<TokenSource, String> SOURCES = Stream.of(TokenSource.values())
            .collect(Collectors.toMap(each -> each, each -> each.name().toLowerCase(Locale.ROOT)));

    private final CBORGenerator out;
    private final long origin;
    private final Map<String, Integer> endpoints = new HashMap<>();
    private final Map<String, Integer> finishReasons = new HashMap<>();
    private final Map<Failure, Integer> failures = new HashMap<>();
    private final Map<Failure.Kind, Integer> textsByKind = new EnumMap<>(Failure.Kind.class);
    private long samples;
    private byte[] gapBytes = new byte[0];

    /** @param originNanos the value of {@link System#nanoTime()} at the time {@code started} */
    RecordWriter(OutputStream stream, Instant started, long originNanos) throws IOException {
        out = new CBORFactory().createGenerator(stream);
        origin = originNanos;
        out.writeStartObject(4);
        out.writeStringField("format", RecordHeader.FORMAT);
        out.writeNumberField("version", RecordHeader.CURRENT);
        out.writeNumberField("started_unix_s", started.getEpochSecond());
        out.writeNumberField("started_ns", started.getNano());
        out.writeEndObject();
        out.flush();
    }

    void write(Recording sample) throws IOException {
        int endpoint = sample.endpoint.isEmpty() ? -1 : endpoint(sample.endpoint);
        int failure = sample.failure == null ? -1 : failure(sample.failure);
        int finish = sample.finishReason.isEmpty() ? -1 : finishReason(sample.finishReason);
        Timeline times = Objects.requireNonNull(sample.times, "the sample has not ended");
        sequence(sample.sequence);
        startArray(sample, times);
        out.writeNumber(sample.sampleIndex);
        idOrNull(endpoint);
        idOrNull(failure);
        times(times);
        out.writeNumber(sample.promptTokens());
        out.writeNumber(sample.usage.cached());
        out.writeNumber(sample.usage.completion());
        out.writeNumber(sample.usage.reasoning());
        out.writeNumber(sample.tokens);
        out.writeString(SOURCES.get(sample.tokenSource));
        idOrNull(finish);
        gaps(sample.gaps);
        endArray(times);
    }

    /** Writes a record of another file. Its times are nanoseconds since the origin of this file. */
    void write(SampleRecord sample) throws IOException {
        int endpoint = sample.endpoint().isEmpty() ? -1 : endpoint(sample.endpoint());
        int failure = sample.failure().isEmpty() ? -1 : failure(sample.failure().get());
        int finish = sample.finishReason().isEmpty() ? -1 : finishReason(sample.finishReason());
        sequence(sample.sequence());
        startArray(sample, sample.times());
        out.writeNumber(sample.sampleIndex());
        idOrNull(endpoint);
        idOrNull(failure);
        times(sample.times());
        out.writeNumber(sample.usage().prompt());
        out.writeNumber(sample.usage().cached());
        out.writeNumber(sample.usage().completion());
        out.writeNumber(sample.usage().reasoning());
        out.writeNumber(sample.tokens());
        out.writeString(SOURCES.get(sample.tokenSource()));
        idOrNull(finish);
        gaps(sample.gaps());
        endArray(sample.times());
    }

    private void startArray(Object sample, Timeline times) throws IOException {
        out.writeStartArray(sample, isByWorker(times) ? RecordField.values().length : RecordField.WITHOUT_WORKER);
    }

    private void endArray(Timeline times) throws IOException {
        if (isByWorker(times)) {
            since(0, times.workerFirstToken());
            since(0, times.workerDone());
        }
        out.writeEndArray();
        samples++;
    }

    private static boolean isByWorker(Timeline times) {
        return times.workerFirstToken() != Timeline.UNKNOWN || times.workerDone() != Timeline.UNKNOWN;
    }

    private void sequence(long number) throws IOException {
        if (number != Query.NOT_NUMBERED) {
            out.writeStartObject(1);
            out.writeNumberField(RecordHeader.SEQUENCE, number);
            out.writeEndObject();
        }
    }

    private void times(Timeline times) throws IOException {
        long scheduled = times.scheduled();
        out.writeNumber(scheduled - origin);
        since(scheduled, times.issued());
        since(scheduled, times.dequeued());
        since(scheduled, times.sent());
        since(scheduled, times.firstByte());
        since(scheduled, times.firstToken());
        since(scheduled, times.firstContent());
        since(scheduled, times.lastToken());
        since(scheduled, times.done());
        since(scheduled, times.firstReported());
        since(scheduled, times.reported());
    }

    private void since(long scheduled, long time) throws IOException {
        if (time == Timeline.UNKNOWN) {
            out.writeNull();
        } else {
            out.writeNumber(time - scheduled);
        }
    }

    private void idOrNull(int id) throws IOException {
        if (id < 0) {
            out.writeNull();
        } else {
            out.writeNumber(id);
        }
    }

    private void gaps(ChunkIntervals gaps) throws IOException {
        boolean small = gaps.fitsIn32Bits();
        int bytes = gaps.size() * (small ? Integer.BYTES : Long.BYTES);
        if (gapBytes.length < bytes) {
            gapBytes = new byte[2 * bytes];
        }
        ByteBuffer buffer = ByteBuffer.wrap(gapBytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < gaps.size(); i++) {
            if (small) {
                buffer.putInt((int) gaps.get(i));
            } else {
                buffer.putLong(gaps.get(i));
            }
        }
        out.writeTag(small ? TypedArrays.UINT32_LE : TypedArrays.UINT64_LE);
        out.writeBinary(gapBytes, 0, bytes);
    }

    private void gaps(long[] gaps) throws IOException {
        boolean small = ChunkIntervals.fitIn32Bits(gaps);
        int bytes = gaps.length * (small ? Integer.BYTES : Long.BYTES);
        if (gapBytes.length < bytes) {
            gapBytes = new byte[2 * bytes];
        }
        ByteBuffer buffer = ByteBuffer.wrap(gapBytes).order(ByteOrder.LITTLE_ENDIAN);
        for (long each : gaps) {
            if (small) {
                buffer.putInt((int) each);
            } else {
                buffer.putLong(each);
            }
        }
        out.writeTag(small ? TypedArrays.UINT32_LE : TypedArrays.UINT64_LE);
        out.writeBinary(gapBytes, 0, bytes);
    }

    private int endpoint(String name) throws IOException {
        Integer known = endpoints.putIfAbsent(name, endpoints.size());
        return known != null ? known : define(RecordField.ENDPOINT, endpoints.size() - 1, name);
    }

    private int finishReason(String reason) throws IOException {
        Integer known = finishReasons.putIfAbsent(reason, finishReasons.size());
        return known != null ? known : define(RecordField.FINISH_REASON, finishReasons.size() - 1, reason);
    }

    private int failure(Failure failure) throws IOException {
        Integer known = failures.get(failure);
        if (known != null) {
            return known;
        }
        Failure.Kind kind = failure.kind();
        if (textsByKind.merge(kind, 1, Integer::sum) > MAX_TEXTS_PER_KIND
                && !failure.message().equals(OTHERS)) {
            return failure(new Failure(kind, OTHERS));
        }
        failures.put(failure, failures.size());
        return define(RecordField.FAILURE, failures.size() - 1, kind + ": " + failure.message());
    }

    private int define(RecordField field, int id, String text) throws IOException {
        out.writeStartObject(2);
        out.writeNumberField(field.id(), id);
        out.writeStringField("text", text);
        out.writeEndObject();
        return id;
    }

    /** Flushes all buffered data to the file. */
    void flush() throws IOException {
        out.flush();
    }

    /** Writes the last item, which contains the number of samples. */
    void end() throws IOException {
        out.writeStartObject(1);
        out.writeNumberField(RecordHeader.SAMPLES, samples);
        out.writeEndObject();
        out.flush();
    }
}
