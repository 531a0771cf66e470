package io.loadharness.inference;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.SampleSink;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A load generator's side of samples whose ids are their indices: what was told about each, in words. */
final class RecordedSamples implements SampleSink {

    private final Map<Long, String> first = new ConcurrentHashMap<>();
    private final Map<Long, String> ended = new ConcurrentHashMap<>();
    private final Runnable onEnd;
    private volatile boolean over;

    RecordedSamples() {
        this(() -> {});
    }

    /** Samples at each of whose ends something more is done. */
    RecordedSamples(Runnable onEnd) {
        this.onEnd = onEnd;
    }

    /** A query of samples {@code [from, to)}. */
    Query query(int from, int to) {
        long[] idsAndIndices = new long[2 * (to - from)];
        Arrays.setAll(idsAndIndices, i -> from + i / 2);
        return Query.of(this, idsAndIndices);
    }

    /** A query of one sample. */
    Query query(int index) {
        return Query.of(this, index, index);
    }

    void endRun() {
        over = true;
    }

    String first(int index) {
        return first.get((long) index);
    }

    String end(int index) {
        return ended.get((long) index);
    }

    int ends() {
        return ended.size();
    }

    @Override
    public void firstTokenComplete(long id, Buffer tokens) {
        requireRun();
        first.put(id, words(tokens));
    }

    @Override
    public void complete(long id, Buffer response, long tokenCount) {
        end(id, words(response) + " of " + tokenCount);
    }

    @Override
    public void completeAll(long[] ids, int count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void fail(long id, int index, Failure failure) {
        end(id, failure.kind() + ": " + failure.message());
    }

    private void end(long id, String words) {
        requireRun();
        if (ended.put(id, words) != null) {
            throw new AssertionError("sample " + id + " ended twice");
        }
        onEnd.run();
    }

    private void requireRun() {
        if (over) {
            throw new IllegalStateException("the run is over");
        }
    }

    private static String words(Buffer buffer) {
        if (buffer instanceof IntBuffer ids) {
            StringBuilder words = new StringBuilder("ids");
            while (ids.hasRemaining()) {
                words.append(' ').append(ids.get());
            }
            return words.toString();
        }
        return "text " + StandardCharsets.UTF_8.decode(((ByteBuffer) buffer).duplicate());
    }
}
