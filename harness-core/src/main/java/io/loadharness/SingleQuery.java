// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One sample. Its state is a field, not an array, to keep a query of Server or SingleStream at a few dozen bytes. */
sealed class SingleQuery extends Query permits SingleQuery.Scheduled {

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(SingleQuery.class, "state", byte.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long id;
    private final int index;

    @SuppressWarnings("FieldMayBeFinal") // written through STATE
    private volatile byte state; // OPEN; written as a value it would cost a memory barrier

    SingleQuery(SampleSink sink, long id, int index, long lateNanos) {
        super(sink, lateNanos);
        this.id = id;
        this.index = index;
    }

    /** A query that knows for which time it was scheduled, which takes 16 bytes more. */
    static final class Scheduled extends SingleQuery {

        private final long scheduledNanos;
        private final boolean startsLoop;

        Scheduled(SampleSink sink, long id, int index, long scheduledNanos, long issuedNanos, boolean startsLoop) {
            super(sink, id, index, Math.max(0, issuedNanos - scheduledNanos));
            this.scheduledNanos = scheduledNanos;
            this.startsLoop = startsLoop;
        }

        @Override
        public long scheduledNanos(long issuedNanos) {
            return scheduledNanos;
        }

        @Override
        public boolean startsLoop() {
            return startsLoop;
        }
    }

    @Override
    public final int size() {
        return 1;
    }

    @Override
    public final void completeAll() {
        get(0).completeIfOpen();
    }

    @Override
    final QuerySample sample(int position) {
        return new QuerySample(this);
    }

    @Override
    final long id(int position) {
        return id;
    }

    @Override
    final int index(int position) {
        return index;
    }

    @Override
    final byte state(int position) {
        return state;
    }

    @Override
    final boolean changeState(int position, byte from, byte to) {
        return STATE.compareAndSet(this, from, to);
    }

    @Override
    final void setState(int position, byte newState) {
        state = newState;
    }
}
