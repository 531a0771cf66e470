package io.loadharness;

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * What a load generator issues at once: one sample or many. May be kept, and used from any thread, for as long as anyone likes;
 * after the run its samples only refuse.
 */
public abstract sealed class Query implements Iterable<QuerySample> permits SingleQuery, BatchQuery {

    final SampleSink sink;

    Query(SampleSink sink) {
        this.sink = sink;
    }

    /** A query of one sample. For those who write a {@link LoadGenerator}. */
    public static Query of(SampleSink sink, long id, int index) {
        return new SingleQuery(sink, id, index);
    }

    /** A query of samples given as id, index, id, index and so on. The array becomes the query's. */
    public static Query of(SampleSink sink, long[] idsAndIndices) {
        return new BatchQuery(sink, idsAndIndices);
    }

    /** A query of samples that stay with the generator until somebody looks at one of them. */
    public static Query of(SampleSink sink, int size, SampleBatch batch) {
        return new BatchQuery(sink, size, batch);
    }

    /** The number of samples. */
    public abstract int size();

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

    private QuerySample sample(int position) {
        return new QuerySample(this, position);
    }

    abstract long id(int position);

    abstract int index(int position);

    abstract byte state(int position);

    abstract boolean changeState(int position, byte from, byte to);
}
