package io.loadharness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One sample. Its state is a field, not an array, to keep a query of Server or SingleStream at a few dozen bytes. */
final class SingleQuery extends Query {

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

    @Override
    public int size() {
        return 1;
    }

    @Override
    public void completeAll() {
        get(0).completeIfOpen();
    }

    @Override
    QuerySample sample(int position) {
        return new QuerySample(this);
    }

    @Override
    long id(int position) {
        return id;
    }

    @Override
    int index(int position) {
        return index;
    }

    @Override
    byte state(int position) {
        return state;
    }

    @Override
    boolean changeState(int position, byte from, byte to) {
        return STATE.compareAndSet(this, from, to);
    }

    @Override
    void setState(int position, byte newState) {
        state = newState;
    }
}
