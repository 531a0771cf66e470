// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.locks.LockSupport;

/**
 * One or many samples that a load generator issues at once. Thread-safe. After the run, completing a sample throws
 * {@link IllegalStateException}. If no sample was accessed before the query was completed as a whole, or before its run was over, the
 * indices of the samples are no longer available.
 */
public abstract sealed class Query implements Iterable<QuerySample> permits SingleQuery, BatchQuery {

    private static final long PAUSE_NANOS = 1000;

    final SampleSink sink;
    private final long lateNanos;

    Query(SampleSink sink, long lateNanos) {
        this.sink = sink;
        this.lateNanos = lateNanos;
    }

    /** A query of one sample that is issued when it is due. For those who write a {@link LoadGenerator}. */
    public static Query of(SampleSink sink, long id, int index) {
        return of(sink, id, index, 0);
    }

    /** A query of one sample that is issued some nanoseconds after it was due. */
    public static Query of(SampleSink sink, long id, int index, long lateNanos) {
        return new SingleQuery(sink, id, index, lateNanos);
    }

    /**
     * A query of one sample that was scheduled for a time and is issued at that time or later, both in nanoseconds of
     * {@link System#nanoTime()}.
     *
     * @param startsLoop see {@link #startsLoop()}
     */
    public static Query of(
            SampleSink sink, long id, int index, long scheduledNanos, long issuedNanos, boolean startsLoop) {
        return new SingleQuery.Scheduled(sink, id, index, scheduledNanos, issuedNanos, startsLoop);
    }

    /** A query of samples given as id, index, id, index and so on. The array becomes the query's. */
    public static Query of(SampleSink sink, long[] idsAndIndices) {
        return of(sink, idsAndIndices, 0);
    }

    /** A query of samples that is issued some nanoseconds after it was due. The array becomes the query's. */
    public static Query of(SampleSink sink, long[] idsAndIndices, long lateNanos) {
        return new BatchQuery(sink, idsAndIndices, lateNanos);
    }

    /** A query of samples that stay with the generator until somebody looks at one of them. */
    public static Query of(SampleSink sink, int size, SampleBatch batch) {
        return new BatchQuery(sink, size, batch);
    }

    /** The number of samples. */
    public abstract int size();

    /** How much later than it was scheduled it is issued; zero where nothing is scheduled. */
    public final long lateNanos() {
        return lateNanos;
    }

    /**
     * Returns the time for which it was scheduled, in nanoseconds of {@link System#nanoTime()}: exactly if the load generator set it, else
     * calculated from the delay.
     *
     * @param issuedNanos the time at which the system under test received it
     */
    public long scheduledNanos(long issuedNanos) {
        return issuedNanos - lateNanos;
    }

    /**
     * Returns whether it is among the first samples of a closed loop. These are issued all at once, and most of them open a connection, so the
     * time until they are sent does not tell whether the client keeps up.
     */
    public boolean startsLoop() {
        return false;
    }

    /**
     * Completes, without an answer, every sample that is still open. The cheapest way through a large query.
     *
     * @throws IllegalStateException if the run is over
     */
    public abstract void completeAll();

    /** The sample at a position, {@code 0 <= position < size()}. */
    public final QuerySample get(int position) {
        if (position < 0 || position >= size()) {
            throw new IndexOutOfBoundsException("position " + position + " of a query of " + size());
        }
        return sample(position);
    }

    /** The samples in order. */
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

    /** Whether no sample is open any more. */
    public final boolean isDone() {
        for (int position = 0; position < size(); position++) {
            if (state(position) < SampleState.ENDED) {
                return false;
            }
        }
        return true;
    }

    /** Returns the exception for what is not possible after the run. */
    static IllegalStateException runIsOver() {
        return new IllegalStateException("the run is over");
    }

    abstract QuerySample sample(int position);

    /** Ends a sample for whoever completes it then, unless it has ended; returns the state in which it was. */
    final byte claim(int position) {
        while (true) {
            byte before = state(position);
            if (before == SampleState.STARTING) {
                awaitReport(position);
            } else if (before == SampleState.ENDED || changeState(position, before, SampleState.ENDED)) {
                return before;
            }
        }
    }

    /**
     * Another thread is just reporting the first token. Both may be virtual: one that spun, or only yielded, could keep the other from
     * ever getting a carrier.
     */
    private void awaitReport(int position) {
        boolean interrupted = false;
        while (state(position) == SampleState.STARTING) {
            LockSupport.parkNanos(PAUSE_NANOS);
            interrupted |= Thread.interrupted(); // an interrupted thread would not be parked
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    abstract long id(int position);

    abstract int index(int position);

    /** Returns whether ids and indices were copied, and need not be fetched. */
    boolean isKnown() {
        return true;
    }

    /** Fetches ids and indices if need be; returns false if the run ended before that. */
    boolean fetch() {
        return true;
    }

    abstract byte state(int position);

    abstract boolean changeState(int position, byte from, byte to);

    /** Sets the state of a sample that the calling thread has claimed. */
    abstract void setState(int position, byte state);
}
