// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.Failure;
import io.loadharness.SampleSink;
import io.loadharness.generator.FailureCounts;
import java.nio.Buffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Receives the results of the samples of a run and enters them in the {@link SampleTable}. */
final class ResultSink implements SampleSink {

    /** Receives the end of each sample. */
    interface EndListener {

        /**
         * Called on the thread that reports the result.
         *
         * @param session the session of the sample
         * @param time the end of the sample, in nanoseconds since the start of the run
         * @param completed false if the sample failed
         */
        void ended(int session, long time, boolean completed);
    }

    private static final long CLOSED = Long.MIN_VALUE;
    private static final long NO_WAITER = -1;

    private final SampleTable table;
    private final Pacer clock;
    private final FailureCounts failures = new FailureCounts();
    private final LongAdder started = new LongAdder();
    private final AtomicLong ended = new AtomicLong(); // negative after close()
    private volatile long start;
    private volatile EndListener onEnd = (session, time, completed) -> {};
    private volatile long awaited = NO_WAITER;
    private volatile @Nullable Thread waiting;

    private final Consumer<Throwable> onBroken;

    /**
     * Creates the sink of one run.
     *
     * @param onBroken handles an internal error by failing the run
     */
    ResultSink(SampleTable table, Pacer clock, Consumer<Throwable> onBroken) {
        this.table = table;
        this.clock = clock;
        this.onBroken = onBroken;
    }

    /** Sets the start time of the run, on the clock of {@link Pacer#now}. Called before the first sample is issued. */
    void begin(long time) {
        start = time;
    }

    /** Returns the id of a sample. The upper 32 bits are its session, the lower 32 bits are its number in the {@link SampleTable}. */
    static long id(int session, int number) {
        return (long) session << Integer.SIZE | number;
    }

    /** Sets the listener for samples that end from now on. */
    void onEnd(EndListener listener) {
        onEnd = listener;
    }

    @Override
    public boolean firstTokenComplete(long id, Buffer tokens) {
        if (isClosed()) {
            return false;
        }
        table.start((int) id, clock.now() - start);
        started.increment();
        return true;
    }

    @Override
    public boolean complete(long id, Buffer response, long tokenCount) {
        return complete(id, tokenCount);
    }

    private boolean complete(long id, long tokenCount) {
        if (isClosed()) {
            return false;
        }
        long now = clock.now();
        table.end((int) id, now - start, (int) tokenCount);
        EndListener ofStage = onEnd;
        if (!count()) {
            return false;
        }
        notifyEnd(ofStage, id, now, true);
        return true;
    }

    @Override
    public boolean completeAll(long[] ids, int count) {
        for (int i = 0; i < count; i++) {
            if (!complete(ids[i], 0)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean fail(long id, int index, Failure failure) {
        if (isClosed()) {
            return false;
        }
        long now = clock.now();
        table.fail((int) id, now - start);
        EndListener ofStage = onEnd;
        if (!failures.add(failure, this::count)) {
            return false;
        }
        notifyEnd(ofStage, id, now, false);
        return true;
    }

    private boolean isClosed() {
        return ended.get() < 0;
    }

    private boolean count() {
        return ended.getAndUpdate(count -> count < 0 ? count : count + 1) >= 0;
    }

    /**
     * Notifies the listener of the end of a sample. The sample has already been counted. If the listener throws an exception, the sample
     * remains counted and the run fails.
     *
     * @param ofStage the listener of the stage that issued the sample; if this sample was the last one of its stage, the next stage may
     *     already have set another listener
     */
    private void notifyEnd(EndListener ofStage, long id, long now, boolean completed) {
        try {
            ofStage.ended((int) (id >> Integer.SIZE), now - start, completed);
        } catch (Throwable e) {
            onBroken.accept(e);
        }
        long target = awaited;
        if (target != NO_WAITER && ended() >= target) {
            LockSupport.unpark(waiting);
        }
    }

    /** Blocks until the given number of samples has ended, or the run is ending. */
    void await(long count, BooleanSupplier ending) {
        waiting = Thread.currentThread();
        awaited = count;
        while (ended.get() < count && !ending.getAsBoolean()) {
            LockSupport.park(this);
            Thread.interrupted(); // a callback may leave the interrupt flag set, and park would return immediately
        }
        awaited = NO_WAITER;
    }

    /** Ends the run: all results that arrive later are rejected. */
    void close() {
        ended.updateAndGet(count -> count | CLOSED);
    }

    /** Returns the number of samples that completed or failed. */
    long ended() {
        return ended.get() & ~CLOSED;
    }

    FailureCounts failures() {
        return failures;
    }

    /** Returns the number of first tokens that were reported. */
    long started() {
        return started.sum();
    }
}
