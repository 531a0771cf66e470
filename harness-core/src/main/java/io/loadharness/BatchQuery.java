package io.loadharness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** Many samples, kept as primitive arrays; copied from the generator when somebody first looks at one of them. */
final class BatchQuery extends Query {

    private static final VarHandle STATES = MethodHandles.arrayElementVarHandle(byte[].class);
    private static final int COMPLETED_AT_A_TIME = 1024;

    private final int size;
    private final SampleBatch batch;
    private boolean completedAsAWhole;
    private volatile Samples samples;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Samples(long[] idsAndIndices, byte[] states) {}

    BatchQuery(SampleSink sink, long[] idsAndIndices) {
        super(sink);
        this.size = idsAndIndices.length / 2;
        this.batch = null;
        this.samples = new Samples(idsAndIndices, new byte[size]);
    }

    BatchQuery(SampleSink sink, int size, SampleBatch batch) {
        super(sink);
        this.size = size;
        this.batch = batch;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void completeAll() {
        if (!completeAsAWhole()) {
            completeOpenOnes();
        }
    }

    private synchronized boolean completeAsAWhole() {
        if (samples != null) {
            return false;
        }
        if (!completedAsAWhole) {
            batch.completeAll();
            completedAsAWhole = true;
        }
        return true;
    }

    private void completeOpenOnes() {
        long[] ids = new long[Math.min(size, COMPLETED_AT_A_TIME)];
        int count = 0;
        for (int position = 0; position < size; position++) {
            if (end(position)) {
                ids[count++] = id(position);
            }
            if (count == ids.length) {
                sink.completeAll(ids, count);
                count = 0;
            }
        }
        sink.completeAll(ids, count);
    }

    private boolean end(int position) {
        return changeState(position, SampleState.OPEN, SampleState.ENDED)
                || changeState(position, SampleState.STREAMING, SampleState.ENDED);
    }

    private Samples samples() {
        Samples loaded = samples;
        return loaded != null ? loaded : load();
    }

    private synchronized Samples load() {
        if (samples == null) {
            byte[] states = new byte[size];
            Arrays.fill(states, completedAsAWhole ? SampleState.ENDED : SampleState.OPEN);
            samples = new Samples(batch.idsAndIndices(), states);
        }
        return samples;
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
    byte state(int position) {
        return (byte) STATES.getVolatile(samples().states, position);
    }

    @Override
    boolean changeState(int position, byte from, byte to) {
        return STATES.compareAndSet(samples().states, position, from, to);
    }
}
