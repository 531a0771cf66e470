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

/** Takes back the samples of a run. The lower half of an id is the number in the table. */
final class Intake implements SampleSink {

    /** Hears of the end of each sample. */
    interface EndListener {

        /**
         * A sample ended. Called on the thread that answers.
         *
         * @param session whose turn it was
         * @param moment in the run
         * @param well whether it was answered
         */
        void ended(int session, long moment, boolean well);
    }

    private static final long CLOSED = Long.MIN_VALUE;
    private static final long NOBODY_WAITS = -1;

    private final SampleTable table;
    private final Pacer clock;
    private final FailureCounts failures = new FailureCounts();
    private final LongAdder started = new LongAdder();
    private final AtomicLong ended = new AtomicLong(); // negative after the run
    private volatile long begin;
    private volatile EndListener onEnd = (session, moment, well) -> {};
    private volatile long awaited = NOBODY_WAITS;
    private volatile @Nullable Thread waiting;

    private final Consumer<Throwable> onBroken;

    /**
     * Takes the samples of one run.
     *
     * @param onBroken ends the run as failed
     */
    Intake(SampleTable table, Pacer clock, Consumer<Throwable> onBroken) {
        this.table = table;
        this.clock = clock;
        this.onBroken = onBroken;
    }

    /** Says when the run begins, by the clock; before the first sample is issued. */
    void begin(long moment) {
        begin = moment;
    }

    /** The id of a sample, which holds whose turn it is. */
    static long id(int session, int number) {
        return (long) session << Integer.SIZE | number;
    }

    /** Has somebody told, on the thread that answers, when in the run each sample ends from now on. */
    void onEnd(EndListener listener) {
        onEnd = listener;
    }

    @Override
    public boolean firstTokenComplete(long id, Buffer tokens) {
        if (isClosed()) {
            return false;
        }
        table.start((int) id, clock.now() - begin);
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
        table.end((int) id, now - begin, (int) tokenCount);
        EndListener ofStage = onEnd;
        if (!count()) {
            return false;
        }
        announce(ofStage, id, now, true);
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
        table.fail((int) id, now - begin);
        EndListener ofStage = onEnd;
        if (!failures.add(failure, this::count)) {
            return false;
        }
        announce(ofStage, id, now, false);
        return true;
    }

    private boolean isClosed() {
        return ended.get() < 0;
    }

    private boolean count() {
        return ended.getAndUpdate(count -> count < 0 ? count : count + 1) >= 0;
    }

    /**
     * Reports the end of a sample that is counted. The sample stays counted whatever the listener throws.
     *
     * @param ofStage listened before the sample was counted; with this sample the stage may be over, and the next one listens
     */
    private void announce(EndListener ofStage, long id, long now, boolean well) {
        try {
            ofStage.ended((int) (id >> Integer.SIZE), now - begin, well);
        } catch (Throwable e) {
            onBroken.accept(e);
        }
        long target = awaited;
        if (target != NOBODY_WAITS && ended() >= target) {
            LockSupport.unpark(waiting);
        }
    }

    /** Waits on the calling thread until so many samples have ended, or the run is ending. */
    void await(long count, BooleanSupplier ending) {
        waiting = Thread.currentThread();
        awaited = count;
        while (ended.get() < count && !ending.getAsBoolean()) {
            LockSupport.park(this);
            Thread.interrupted(); // left by a callback; with it, a thread is not parked
        }
        awaited = NOBODY_WAITS;
    }

    /** Takes no more samples. */
    void close() {
        ended.updateAndGet(count -> count | CLOSED);
    }

    /** How many samples ended, well or not. */
    long ended() {
        return ended.get() & ~CLOSED;
    }

    FailureCounts failures() {
        return failures;
    }

    /** Returns how many first tokens were reported. */
    long started() {
        return started.sum();
    }
}
