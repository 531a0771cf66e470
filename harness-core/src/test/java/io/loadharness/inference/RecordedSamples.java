// SPDX-License-Identifier: Apache-2.0
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

/** A fake load generator that records the results of samples as text. The id of a sample is its index. */
final class RecordedSamples implements SampleSink {

    private final Map<Long, String> first = new ConcurrentHashMap<>();
    private final Map<Long, String> ended = new ConcurrentHashMap<>();
    private final Runnable onEnd;
    private final boolean awaitsQueries;
    private volatile boolean over;

    RecordedSamples() {
        this(() -> {});
    }

    /** Creates a recorder that runs an action at the end of each sample. */
    RecordedSamples(Runnable onEnd) {
        this(onEnd, false);
    }

    /** Creates a recorder whose queries are {@linkplain Query#isAwaited() awaited} or not. */
    RecordedSamples(Runnable onEnd, boolean awaitsQueries) {
        this.onEnd = onEnd;
        this.awaitsQueries = awaitsQueries;
    }

    /** Creates a query of the samples {@code [from, to)}. */
    Query query(int from, int to) {
        long[] idsAndIndices = new long[2 * (to - from)];
        Arrays.setAll(idsAndIndices, i -> from + i / 2);
        return Query.of(this, idsAndIndices);
    }

    /** Creates a query of one sample. */
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
    public boolean firstTokenComplete(long id, Buffer tokens) {
        if (!over) {
            first.put(id, text(tokens));
        }
        return !over;
    }

    @Override
    public boolean complete(long id, Buffer response, long tokenCount) {
        return end(id, text(response) + " of " + tokenCount);
    }

    @Override
    public boolean completeAll(long[] ids, int count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean fail(long id, int index, Failure failure) {
        return end(id, failure.kind() + ": " + failure.message());
    }

    @Override
    public boolean awaitsQueries() {
        return awaitsQueries;
    }

    private boolean end(long id, String text) {
        if (over) {
            return false;
        }
        if (ended.put(id, text) != null) {
            throw new AssertionError("sample " + id + " ended twice");
        }
        onEnd.run();
        return true;
    }

    private static String text(Buffer buffer) {
        if (buffer instanceof IntBuffer ids) {
            StringBuilder text = new StringBuilder("ids");
            while (ids.hasRemaining()) {
                text.append(' ').append(ids.get());
            }
            return text.toString();
        }
        return "text " + StandardCharsets.UTF_8.decode(((ByteBuffer) buffer).duplicate());
    }
}
