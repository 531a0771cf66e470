// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A one-shot handle for a sample. Thread-safe. Exactly one call of a {@code complete} or {@code fail} method ends the sample; every later
 * call throws {@link IllegalStateException}. After the run, these methods also throw {@link IllegalStateException}, and their {@code try}
 * variants return false.
 *
 * <p>The methods copy the bytes of a response before they return. Token ids are written as little-endian 32-bit integers, the format that
 * MLPerf's accuracy scripts read.
 *
 * <pre>{@code
 * sample.firstTokenComplete(tokenIds[0]); // optional: only runs with token latencies need it
 * sample.complete(tokenIds);
 * }</pre>
 */
public sealed class QuerySample permits BatchSample {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** The maximum token count of a response. This limit ensures that the sum of the token counts of a run does not overflow. */
    private static final long MAX_TOKENS = Integer.MAX_VALUE;

    private final Query query;

    QuerySample(Query query) {
        this.query = query;
    }

    /**
     * Returns the position in the query. If a query has only one sample, the position is always 0 and is not stored. This saves eight bytes
     * per query.
     */
    int position() {
        return 0;
    }

    /**
     * Returns the index of the sample in the {@link QuerySampleLibrary}.
     *
     * @throws IllegalStateException if the index is lost; see {@link Query}
     */
    public int index() {
        return query.index(position());
    }

    /** Returns true if the sample was completed or failed. */
    public boolean isDone() {
        return query.state(position()) == SampleState.ENDED;
    }

    /** Returns the index; empty if the index is lost. */
    public OptionalInt tryIndex() {
        return query.fetch() && query.isKnown() ? OptionalInt.of(index()) : OptionalInt.empty();
    }

    /** Reports the first token without its value. */
    public void firstTokenComplete() {
        requireAccepted(reportFirstToken(NOTHING));
    }

    /** Reports the first token or tokens, in the encoding of the response. */
    public void firstTokenComplete(ByteBuffer tokens) {
        requireAccepted(tryFirstTokenComplete(tokens));
    }

    /** Reports the first token or tokens. */
    public void firstTokenComplete(int... tokenIds) {
        requireAccepted(tryFirstTokenComplete(tokenIds));
    }

    /** Does the same as {@link #firstTokenComplete(ByteBuffer)}, but returns false if the run is over. */
    public boolean tryFirstTokenComplete(ByteBuffer tokens) {
        return reportFirstToken(requireNonNull(tokens, "tokens"));
    }

    /** Does the same as {@link #firstTokenComplete(int...)}, but returns false if the run is over. */
    public boolean tryFirstTokenComplete(int... tokenIds) {
        return reportFirstToken(IntBuffer.wrap(requireNonNull(tokenIds, "tokenIds")));
    }

    /** Completes the sample without a response. A performance run without token latencies does not need a response. */
    public void complete() {
        requireAccepted(end(NOTHING, 0, null));
    }

    /** Completes the sample with the bytes between position and limit of a buffer. Does not change position and limit. */
    public void complete(ByteBuffer response) {
        requireAccepted(end(requireNonNull(response, "response"), 0, null));
    }

    /** Completes the sample with bytes that encode {@code tokenCount} tokens, including the first token. */
    public void complete(ByteBuffer response, long tokenCount) {
        requireAccepted(tryComplete(response, tokenCount));
    }

    /** Completes the sample with bytes. */
    public void complete(byte[] response) {
        requireAccepted(end(ByteBuffer.wrap(requireNonNull(response, "response")), 0, null));
    }

    /** Completes the sample with all its tokens, including the first token. */
    public void complete(int[] tokenIds) {
        requireAccepted(tryComplete(tokenIds));
    }

    /** Does the same as {@link #complete(ByteBuffer, long)}, but returns false if the run is over. */
    public boolean tryComplete(ByteBuffer response, long tokenCount) {
        if (tokenCount < 0 || tokenCount > MAX_TOKENS) {
            throw new IllegalArgumentException("tokenCount must be from 0 to " + MAX_TOKENS + ": got " + tokenCount);
        }
        return end(requireNonNull(response, "response"), tokenCount, null);
    }

    /** Does the same as {@link #complete(int[])}, but returns false if the run is over. */
    public boolean tryComplete(int[] tokenIds) {
        return end(IntBuffer.wrap(requireNonNull(tokenIds, "tokenIds")), tokenIds.length, null);
    }

    /** Fails the sample. The run can no longer become valid. */
    public void fail(Failure failure) {
        requireAccepted(tryFail(failure));
    }

    /** Does the same as {@link #fail(Failure)}, but returns false if the run is over. */
    public boolean tryFail(Failure failure) {
        return end(NOTHING, 0, requireNonNull(failure, "failure"));
    }

    /** Fails the sample because of an exception. */
    public void fail(Throwable cause) {
        fail(Failure.of(requireNonNull(cause, "cause")));
    }

    private boolean reportFirstToken(Buffer tokens) {
        if (!query.fetch()) {
            return false;
        }
        int position = position();
        if (!query.changeState(position, SampleState.IN_FLIGHT, SampleState.REPORTING_FIRST_TOKEN)) {
            throw new IllegalStateException(
                    isDone()
                            ? this + " is already complete; its first token was reported too late"
                            : this + " has already reported its first token");
        }
        byte after = SampleState.STREAMING; // also the state after an Error, because the token may have been reported
        try {
            boolean accepted = query.sink.firstTokenComplete(query.id(position), tokens);
            if (!accepted) {
                after = SampleState.IN_FLIGHT;
            }
            return accepted;
        } catch (RuntimeException e) {
            after = SampleState.IN_FLIGHT;
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
            query.sink.resultRepeated();
            throw new IllegalStateException(this + " is already complete");
        }
        return end(before, response, tokenCount, failure);
    }

    /**
     * Ends a sample that this thread has claimed. The sample stays ended after an {@link Error}, because the generator may have accepted
     * the result.
     */
    private boolean end(byte before, Buffer response, long tokenCount, @Nullable Failure failure) {
        int position = position();
        boolean accepted;
        try {
            accepted = failure == null
                    ? query.sink.complete(query.id(position), response, tokenCount)
                    : query.sink.fail(query.id(position), query.index(position), failure);
        } catch (RuntimeException e) {
            query.setState(position, before);
            throw e;
        }
        if (!accepted) {
            query.setState(position, before);
        }
        return accepted;
    }

    void completeIfInFlight() {
        byte before = query.claim(position());
        if (before != SampleState.ENDED) {
            requireAccepted(end(before, NOTHING, 0, null));
        }
    }

    private static void requireAccepted(boolean accepted) {
        if (!accepted) {
            throw Query.runIsOver();
        }
    }

    private static <T> T requireNonNull(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalArgumentException(name + " must not be null");
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
