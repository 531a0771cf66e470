// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A query of many samples. Their ids and indices are stored in primitive arrays. If the generator still has the samples, the first access
 * to a sample copies all ids and indices.
 */
final class BatchQuery extends Query {

    private static final VarHandle STATES = MethodHandles.arrayElementVarHandle(byte[].class);
    private static final int COMPLETION_CHUNK = 1024;

    private final int size;
    private final @Nullable SampleBatch batch; // null if the samples were known from the start
    private volatile boolean completedAsWhole;
    private volatile @Nullable Samples samples;

    private static final class Samples {

        private final long[] idsAndIndices;
        private final byte[] states;

        Samples(long[] idsAndIndices) {
            this.idsAndIndices = idsAndIndices;
            this.states = new byte[idsAndIndices.length / 2]; // all IN_FLIGHT
        }
    }

    BatchQuery(SampleSink sink, long[] idsAndIndices, long issueDelayNanos) {
        super(sink, issueDelayNanos);
        this.size = idsAndIndices.length / 2;
        this.batch = null;
        this.samples = new Samples(idsAndIndices);
    }

    BatchQuery(SampleSink sink, int size, SampleBatch batch) {
        super(sink, 0);
        this.size = size;
        this.batch = batch;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void completeAll() {
        if (!completeAsWhole()) {
            completeSamplesInFlight();
        }
    }

    private synchronized boolean completeAsWhole() {
        if (samples != null || batch == null) {
            return false;
        }
        if (!completedAsWhole) {
            if (!batch.completeAll()) {
                throw runIsOver();
            }
            completedAsWhole = true;
        }
        return true;
    }

    private void completeSamplesInFlight() {
        Claims claims = new Claims(Math.min(size, COMPLETION_CHUNK));
        for (int position = 0; position < size; position++) {
            claims.claim(position);
            if (claims.count == claims.ids.length || position == size - 1) {
                claims.complete();
            }
        }
    }

    /** A group of samples. The calling thread marks each sample as ended, and then reports all of them to the generator in one call. */
    private final class Claims {

        private final long[] ids;
        private final int[] positions;
        private final byte[] states;
        private int count;

        Claims(int capacity) {
            ids = new long[capacity];
            positions = new int[capacity];
            states = new byte[capacity];
        }

        void claim(int position) {
            byte before = BatchQuery.this.claim(position);
            if (before != SampleState.ENDED) {
                ids[count] = id(position);
                positions[count] = position;
                states[count] = before;
                count++;
            }
        }

        void complete() {
            boolean accepted;
            try {
                accepted = sink.completeAll(ids, count);
            } catch (RuntimeException e) {
                undo();
                throw e;
            }
            if (!accepted) {
                undo();
                throw runIsOver();
            }
            count = 0;
        }

        private void undo() {
            for (int i = 0; i < count; i++) {
                setState(positions[i], states[i]);
            }
        }
    }

    private Samples samples() {
        Samples current = samples;
        return current != null ? current : fetched();
    }

    private Samples fetched() {
        if (!fetch()) {
            throw runIsOver();
        }
        Samples fetched = samples;
        if (fetched == null) {
            throw new IllegalStateException("the query is already complete");
        }
        return fetched;
    }

    @Override
    boolean fetch() {
        return samples != null || completedAsWhole || fetchFromGenerator();
    }

    private synchronized boolean fetchFromGenerator() {
        if (batch != null && samples == null && !completedAsWhole) {
            batch.idsAndIndices().ifPresent(fetched -> samples = new Samples(fetched));
        }
        return samples != null || completedAsWhole;
    }

    @Override
    QuerySample sample(int position) {
        return new BatchSample(this, position);
    }

    @Override
    long id(int position) {
        return samples().idsAndIndices[2 * position];
    }

    @Override
    int index(int position) {
        return (int) samples().idsAndIndices[2 * position + 1];
    }

    @Override
    boolean isKnown() {
        return samples != null;
    }

    @Override
    byte state(int position) {
        return completedAsWhole ? SampleState.ENDED : (byte) STATES.getVolatile(samples().states, position);
    }

    @Override
    boolean changeState(int position, byte from, byte to) {
        return !completedAsWhole && STATES.compareAndSet(samples().states, position, from, to);
    }

    @Override
    void setState(int position, byte state) {
        STATES.setRelease(samples().states, position, state);
    }
}
