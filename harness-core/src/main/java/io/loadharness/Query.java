// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.locks.LockSupport;

/**
 * One or many samples that a load generator issues together. Thread-safe.
 *
 * <p>After the run, completing a sample throws {@link IllegalStateException}. A large query copies the indices of its samples from the
 * generator at the first access to a sample. If {@link #completeAll} is called or the run ends before this access, the indices are lost.
 *
 * <pre>{@code
 * for (QuerySample sample : query) {
 *     int[] tokenIds = model.generate(prompts.get(sample.index()));
 *     sample.complete(tokenIds);
 * }
 * }</pre>
 */
public abstract sealed class Query implements Iterable<QuerySample> permits SingleQuery, BatchQuery {

    /** The value of {@link #sequence} if the load generator does not number its queries. */
    public static final long NOT_NUMBERED = -1;

    private static final long PAUSE_NANOS = 1000;

    final SampleSink sink;
    private final long issueDelayNanos;

    Query(SampleSink sink, long issueDelayNanos) {
        this.sink = sink;
        this.issueDelayNanos = issueDelayNanos;
    }

    /** Creates a query of one sample that is issued at its scheduled start. Intended for implementations of {@link LoadGenerator}. */
    public static Query of(SampleSink sink, long id, int index) {
        return of(sink, id, index, 0);
    }

    /** Creates a query of one sample that is issued {@code issueDelayNanos} after its scheduled start. */
    public static Query of(SampleSink sink, long id, int index, long issueDelayNanos) {
        return new SingleQuery(sink, id, index, issueDelayNanos);
    }

    /**
     * Creates a query of one sample with a scheduled start.
     *
     * @param scheduledNanos the scheduled start, in nanoseconds of {@link System#nanoTime()}
     * @param issuedNanos the time of the issue, at or after the scheduled start
     * @param startsLoop see {@link #startsLoop()}
     */
    public static Query of(
            SampleSink sink, long id, int index, long scheduledNanos, long issuedNanos, boolean startsLoop) {
        return of(sink, id, index, scheduledNanos, issuedNanos, startsLoop, NOT_NUMBERED);
    }

    /**
     * Creates a query of one sample with a scheduled start and a sequence number.
     *
     * @param sequence see {@link #sequence()}
     */
    public static Query of(
            SampleSink sink,
            long id,
            int index,
            long scheduledNanos,
            long issuedNanos,
            boolean startsLoop,
            long sequence) {
        return new SingleQuery.Scheduled(sink, id, index, scheduledNanos, issuedNanos, startsLoop, sequence);
    }

    /**
     * Creates a query of samples from an array that contains the id and the index of each sample: id, index, id, index and so on. The query
     * does not copy the array; do not change the array.
     */
    public static Query of(SampleSink sink, long[] idsAndIndices) {
        return of(sink, idsAndIndices, 0);
    }

    /** Creates a query of samples that is issued {@code issueDelayNanos} after its scheduled start. The query does not copy the array. */
    public static Query of(SampleSink sink, long[] idsAndIndices, long issueDelayNanos) {
        return new BatchQuery(sink, idsAndIndices, issueDelayNanos);
    }

    /** Creates a query from samples in the memory of the generator. The samples are copied at the first access to a sample. */
    public static Query of(SampleSink sink, int size, SampleBatch batch) {
        return new BatchQuery(sink, size, batch);
    }

    /** Returns the number of samples. */
    public abstract int size();

    /** Returns the time from the scheduled start to the issue, in nanoseconds. Zero if the query has no scheduled start. */
    public final long issueDelayNanos() {
        return issueDelayNanos;
    }

    /**
     * Returns the scheduled start, in nanoseconds of {@link System#nanoTime()}. The value is exact if the load generator set it. Otherwise,
     * this method calculates the value from the issue delay.
     *
     * @param issuedNanos the time at which the system under test received the query
     */
    public long scheduledNanos(long issuedNanos) {
        return issuedNanos - issueDelayNanos;
    }

    /**
     * Returns true for the first samples of a closed loop. The generator issues these samples together, and most of them open a connection.
     * Therefore a long send delay of these samples does not prove that the client is slow.
     */
    public boolean startsLoop() {
        return false;
    }

    /**
     * Returns true if the generator issues its next query only after the end of this query, as in SingleStream and MultiStream. If the
     * result is true, the system under test can process the query on the issuing thread.
     */
    public final boolean isAwaited() {
        return sink.awaitsQueries();
    }

    /**
     * Returns the sequence number of the query in a load that several processes generate together. All processes together use each number
     * exactly once. Therefore a later check can find missing queries. Returns {@link #NOT_NUMBERED} if this process generates the whole
     * load.
     */
    public long sequence() {
        return NOT_NUMBERED;
    }

    /**
     * Completes all samples of this query that are still in flight, without a response. This method is the cheapest way to complete a large
     * query.
     *
     * @throws IllegalStateException if the run is over
     */
    public abstract void completeAll();

    /** Returns the sample at a position, {@code 0 <= position < size()}. */
    public final QuerySample get(int position) {
        if (position < 0 || position >= size()) {
            throw new IndexOutOfBoundsException("position must be from 0 to " + (size() - 1) + ": got " + position);
        }
        return sample(position);
    }

    /** Returns the samples in order. */
    @Override
    public final Iterator<QuerySample> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < size();
            }

            @Override
            public QuerySample next() {
                if (next >= size()) {
                    throw new NoSuchElementException();
                }
                return sample(next++);
            }
        };
    }

    /** Returns true if every sample was completed or failed. */
    public final boolean isDone() {
        for (int position = 0; position < size(); position++) {
            if (state(position) < SampleState.ENDED) {
                return false;
            }
        }
        return true;
    }

    /** Returns the exception for calls after the end of the run. */
    static IllegalStateException runIsOver() {
        return new IllegalStateException("the run is over");
    }

    abstract QuerySample sample(int position);

    /**
     * Marks a sample as ended and returns its previous state. If the previous state is {@code ENDED}, another call has ended the sample.
     * Otherwise the caller must report the result of the sample.
     */
    final byte claim(int position) {
        while (true) {
            byte before = state(position);
            if (before == SampleState.REPORTING_FIRST_TOKEN) {
                awaitReport(position);
            } else if (before == SampleState.ENDED || changeState(position, before, SampleState.ENDED)) {
                return before;
            }
        }
    }

    /**
     * Waits while another thread reports the first token. This method parks instead of spinning, because both threads may be virtual
     * threads: a spinning thread could block the carrier thread that the other thread needs.
     */
    private void awaitReport(int position) {
        boolean interrupted = false;
        while (state(position) == SampleState.REPORTING_FIRST_TOKEN) {
            LockSupport.parkNanos(PAUSE_NANOS);
            interrupted |= Thread.interrupted(); // parkNanos does not park an interrupted thread
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    abstract long id(int position);

    abstract int index(int position);

    /** Returns true if the ids and indices are already copied. */
    boolean isKnown() {
        return true;
    }

    /** Copies the ids and indices if necessary. Returns false if the run ended before the copy. */
    boolean fetch() {
        return true;
    }

    abstract byte state(int position);

    abstract boolean changeState(int position, byte from, byte to);

    /** Sets the state of a sample that the calling thread has claimed. */
    abstract void setState(int position, byte state);
}
