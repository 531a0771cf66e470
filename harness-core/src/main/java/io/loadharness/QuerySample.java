package io.loadharness;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/**
 * One sample to answer: a handle that works once. Exactly one call of a {@code complete} or {@code fail} method ends it, from any
 * thread; each further one, and each after the end of the run, is an {@link IllegalStateException}. The bytes of an answer are
 * copied before the call returns; token ids are written as little-endian 32-bit integers, as MLPerf's accuracy scripts read
 * them.
 */
public sealed class QuerySample permits BatchSample {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** No answer is longer, and sums of token counts stay exact. */
    private static final long MOST_TOKENS = Integer.MAX_VALUE;

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

    /** Reports that the first token is there, without saying which. */
    public void firstTokenComplete() {
        start(NOTHING);
    }

    /** Reports the first token, or the first few, in the encoding that the answer will have. */
    public void firstTokenComplete(ByteBuffer tokens) {
        start(present(tokens, "tokens"));
    }

    /** Reports the first token, or the first few. */
    public void firstTokenComplete(int... tokenIds) {
        start(IntBuffer.wrap(present(tokenIds, "tokenIds")));
    }

    /** Completes the sample without an answer, which is enough where nobody checks answers. */
    public void complete() {
        end(NOTHING, 0, null);
    }

    /** Completes the sample with the bytes between position and limit of a buffer, which stay as they are. */
    public void complete(ByteBuffer response) {
        end(present(response, "response"), 0, null);
    }

    /** Completes the sample with bytes that encode {@code tokenCount} tokens, the first one included. */
    public void complete(ByteBuffer response, long tokenCount) {
        if (tokenCount < 0 || tokenCount > MOST_TOKENS) {
            throw new IllegalArgumentException(
                    "tokenCount is " + tokenCount + ", but an answer has 0 to " + MOST_TOKENS);
        }
        end(present(response, "response"), tokenCount, null);
    }

    /** Completes the sample with bytes. */
    public void complete(byte[] response) {
        end(ByteBuffer.wrap(present(response, "response")), 0, null);
    }

    /** Completes the sample with all its tokens, the first one included. */
    public void complete(int[] tokenIds) {
        end(IntBuffer.wrap(present(tokenIds, "tokenIds")), tokenIds.length, null);
    }

    /** Ends the sample without an answer; the run cannot be valid any more. */
    public void fail(Failure failure) {
        end(NOTHING, 0, present(failure, "failure"));
    }

    /** Ends the sample without an answer because of an exception. */
    public void fail(Throwable cause) {
        fail(Failure.of(present(cause, "cause")));
    }

    // The ways back below are written out, and write to fields only: what has gone wrong may be that the stack is at
    // its end, where a
    // call would leave the sample taken by nobody for ever.

    private void start(Buffer tokens) {
        byte[] states = query.states();
        int position = position();
        if (!query.changeState(position, SampleState.OPEN, SampleState.STARTING)) {
            throw new IllegalStateException(
                    isDone()
                            ? this + " is already complete, its first token comes too late"
                            : this + " has already reported its first token");
        }
        byte after = SampleState.OPEN;
        try {
            query.sink.firstTokenComplete(query.id(position), tokens);
            after = SampleState.STREAMING;
        } finally {
            if (states != null) {
                states[position] = after;
            } else {
                ((SingleQuery) query).state = after;
            }
        }
    }

    void completeIfOpen() {
        endIfOpen(NOTHING, 0, null);
    }

    private void end(Buffer response, long tokenCount, Failure failure) {
        if (!endIfOpen(response, tokenCount, failure)) {
            throw new IllegalStateException(this + " is already complete");
        }
    }

    private boolean endIfOpen(Buffer response, long tokenCount, Failure failure) {
        byte[] states = query.states();
        int position = position();
        byte before = query.claim(position);
        if (before == SampleState.ENDED) {
            return false;
        }
        try {
            if (failure == null) {
                query.sink.complete(query.id(position), response, tokenCount);
            } else {
                query.sink.fail(query.id(position), query.index(position), failure);
            }
        } catch (RuntimeException | Error e) {
            if (states != null) {
                states[position] = before;
            } else {
                ((SingleQuery) query).state = before;
            }
            throw e;
        }
        return true;
    }

    private static <T> T present(T value, String name) {
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
