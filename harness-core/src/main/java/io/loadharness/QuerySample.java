// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A one-shot handle for a sample that has to be answered. Thread-safe. Exactly one call of a {@code complete} or {@code fail} method ends
 * it; each further one throws {@link IllegalStateException}. After the run, these methods throw the same exception, and their
 * {@code try} variants return false. The bytes of an answer are copied before the call returns; token ids are written as little-endian
 * 32-bit integers, as MLPerf's accuracy scripts read them.
 */
public sealed class QuerySample permits BatchSample {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** No answer is longer, and sums of token counts stay exact. */
    private static final long MAX_TOKENS = Integer.MAX_VALUE;

    private final Query query;

    QuerySample(Query query) {
        this.query = query;
    }

    /** Where it stands in its query. The sample of a query of one need not keep that, which spares each query eight bytes. */
    int position() {
        return 0;
    }

    /**
     * Which sample of the {@link QuerySampleLibrary} this is.
     *
     * @throws IllegalStateException if the {@link Query} does not know it any more
     */
    public int index() {
        return query.index(position());
    }

    /** Whether it was completed or failed. */
    public boolean isDone() {
        return query.state(position()) == SampleState.ENDED;
    }

    /** Returns the index, or empty if the {@link Query} no longer knows it. */
    public OptionalInt tryIndex() {
        return query.fetch() && query.isKnown() ? OptionalInt.of(index()) : OptionalInt.empty();
    }

    /** Reports the first token without its value. */
    public void firstTokenComplete() {
        requireTaken(start(NOTHING));
    }

    /** Reports the first token, or the first few, in the encoding that the answer will have. */
    public void firstTokenComplete(ByteBuffer tokens) {
        requireTaken(tryFirstTokenComplete(tokens));
    }

    /** Reports the first token, or the first few. */
    public void firstTokenComplete(int... tokenIds) {
        requireTaken(tryFirstTokenComplete(tokenIds));
    }

    /** As {@link #firstTokenComplete(ByteBuffer)}, but returns false if the run is over. */
    public boolean tryFirstTokenComplete(ByteBuffer tokens) {
        return start(present(tokens, "tokens"));
    }

    /** As {@link #firstTokenComplete(int...)}, but returns false if the run is over. */
    public boolean tryFirstTokenComplete(int... tokenIds) {
        return start(IntBuffer.wrap(present(tokenIds, "tokenIds")));
    }

    /** Completes the sample without an answer, which is enough where answers are not checked. */
    public void complete() {
        requireTaken(end(NOTHING, 0, null));
    }

    /** Completes the sample with the bytes between position and limit of a buffer, which stay as they are. */
    public void complete(ByteBuffer response) {
        requireTaken(end(present(response, "response"), 0, null));
    }

    /** Completes the sample with bytes that encode {@code tokenCount} tokens, the first one included. */
    public void complete(ByteBuffer response, long tokenCount) {
        requireTaken(tryComplete(response, tokenCount));
    }

    /** Completes the sample with bytes. */
    public void complete(byte[] response) {
        requireTaken(end(ByteBuffer.wrap(present(response, "response")), 0, null));
    }

    /** Completes the sample with all its tokens, the first one included. */
    public void complete(int[] tokenIds) {
        requireTaken(tryComplete(tokenIds));
    }

    /** As {@link #complete(ByteBuffer, long)}, but returns false if the run is over. */
    public boolean tryComplete(ByteBuffer response, long tokenCount) {
        if (tokenCount < 0 || tokenCount > MAX_TOKENS) {
            throw new IllegalArgumentException(
                    "tokenCount is " + tokenCount + ", but an answer has 0 to " + MAX_TOKENS);
        }
        return end(present(response, "response"), tokenCount, null);
    }

    /** As {@link #complete(int[])}, but returns false if the run is over. */
    public boolean tryComplete(int[] tokenIds) {
        return end(IntBuffer.wrap(present(tokenIds, "tokenIds")), tokenIds.length, null);
    }

    /** Ends the sample without an answer; the run can no longer be valid. */
    public void fail(Failure failure) {
        requireTaken(tryFail(failure));
    }

    /** As {@link #fail(Failure)}, but returns false if the run is over. */
    public boolean tryFail(Failure failure) {
        return end(NOTHING, 0, present(failure, "failure"));
    }

    /** Ends the sample without an answer because of an exception. */
    public void fail(Throwable cause) {
        fail(Failure.of(present(cause, "cause")));
    }

    private boolean start(Buffer tokens) {
        if (!query.fetch()) {
            return false;
        }
        int position = position();
        if (!query.changeState(position, SampleState.OPEN, SampleState.STARTING)) {
            throw new IllegalStateException(
                    isDone()
                            ? this + " is already complete, its first token comes too late"
                            : this + " has already reported its first token");
        }
        byte after = SampleState.STREAMING; // also after an error, when the token may have been reported
        try {
            boolean taken = query.sink.firstTokenComplete(query.id(position), tokens);
            if (!taken) {
                after = SampleState.OPEN;
            }
            return taken;
        } catch (RuntimeException e) {
            after = SampleState.OPEN;
            throw e;
        } finally {
            query.setState(position, after);
        }
    }

    private boolean end(Buffer response, long tokenCount, @Nullable Failure failure) {
        if (!query.fetch()) {
            return false;
        }
        byte before = query.claim(position());
        if (before == SampleState.ENDED) {
            throw new IllegalStateException(this + " is already complete");
        }
        return end(before, response, tokenCount, failure);
    }

    /** Ends a sample that this thread has claimed. It stays ended after an error, when the generator may have taken it. */
    private boolean end(byte before, Buffer response, long tokenCount, @Nullable Failure failure) {
        int position = position();
        boolean taken;
        try {
            taken = failure == null
                    ? query.sink.complete(query.id(position), response, tokenCount)
                    : query.sink.fail(query.id(position), query.index(position), failure);
        } catch (RuntimeException e) {
            query.setState(position, before);
            throw e;
        }
        if (!taken) {
            query.setState(position, before);
        }
        return taken;
    }

    void completeIfOpen() {
        byte before = query.claim(position());
        if (before != SampleState.ENDED) {
            requireTaken(end(before, NOTHING, 0, null));
        }
    }

    private static void requireTaken(boolean taken) {
        if (!taken) {
            throw Query.runIsOver();
        }
    }

    private static <T> T present(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is null");
        }
        return value;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof QuerySample that && query == that.query && position() == that.position();
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(query) * 31 + position();
    }

    @Override
    public String toString() {
        return query.isKnown() ? "sample " + index() : "the sample at position " + position();
    }
}
