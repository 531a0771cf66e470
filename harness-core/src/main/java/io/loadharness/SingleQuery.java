// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A query of one sample. Its state is a field and not an array. Therefore a query of Server or SingleStream needs only a few dozen bytes.
 */
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
    private volatile byte state; // IN_FLIGHT; an explicit initial value would cost a memory barrier

    SingleQuery(SampleSink sink, long id, int index, long issueDelayNanos) {
        super(sink, issueDelayNanos);
        this.id = id;
        this.index = index;
    }

    /** A query that stores its exact scheduled start. It needs 24 additional bytes. */
    static final class Scheduled extends SingleQuery {

        private final long scheduledNanos;
        private final boolean startsLoop;
        private final long sequence;

        Scheduled(
                SampleSink sink,
                long id,
                int index,
                long scheduledNanos,
                long issuedNanos,
                boolean startsLoop,
                long sequence) {
            super(sink, id, index, Math.max(0, issuedNanos - scheduledNanos));
            this.scheduledNanos = scheduledNanos;
            this.startsLoop = startsLoop;
            this.sequence = sequence;
        }

        @Override
        public long scheduledNanos(long issuedNanos) {
            return scheduledNanos;
        }

        @Override
        public boolean startsLoop() {
            return startsLoop;
        }

        @Override
        public long sequence() {
            return sequence;
        }
    }

    @Override
    public final int size() {
        return 1;
    }

    @Override
    public final void completeAll() {
        get(0).completeIfInFlight();
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
