package io.loadharness.loadgen;

import io.loadharness.Failure;
import io.loadharness.SampleSink;
import io.loadharness.loadgen.Bridge.NativeRun;
import io.loadharness.loadgen.ScratchBuffers.Scratch;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.concurrent.atomic.LongAdder;

/**
 * Hands answers to LoadGen and counts them. LoadGen takes the time when it is called, so the answering thread calls it itself; a
 * {@link Courier} does so only for threads beyond the number that LoadGen bears.
 */
final class AnswerSink implements SampleSink {

    private final long run;
    private final Gate gate = new Gate();
    private final Courier courier;
    private final ScratchBuffers scratches = new ScratchBuffers();
    private final boolean answersRead;
    private final boolean tokensTimed;
    private final LongAdder empty = new LongAdder();
    private final LongAdder started = new LongAdder();
    private final LongAdder withoutTokens = new LongAdder();
    private final FailureLog failures = new FailureLog();
    private volatile boolean counting = true;

    /**
     * Answers to one run.
     *
     * @param answersRead whether LoadGen looks at the bytes of answers in this run
     * @param tokensTimed whether it looks at first tokens and token counts
     */
    AnswerSink(NativeRun run, String name, boolean answersRead, boolean tokensTimed) {
        this.run = run.address();
        this.courier = new Courier(run, name);
        this.answersRead = answersRead;
        this.tokensTimed = tokensTimed;
    }

    @Override
    public void complete(long id, Buffer response, long tokenCount) {
        int size = ScratchBuffers.sizeOf(response);
        int completed = 0;
        gate.enter();
        try {
            if (size > 0 && answersRead) {
                completeWith(id, response, tokenCount);
            } else if (!NativeRun.complete(run, id, 0, 0, tokenCount)) {
                courier.carry(() -> NativeRun.complete(run, id, 0, 0, tokenCount));
            }
            completed = count(1, size, tokenCount);
        } finally {
            gate.leave(completed);
        }
    }

    private void completeWith(long id, Buffer response, long tokenCount) {
        if (completeWithArray(id, response, tokenCount)) {
            return;
        }
        Scratch scratch = scratches.holding(response);
        try {
            if (!NativeRun.complete(run, id, scratch.address(), scratch.size(), tokenCount)) {
                courier.carry(() -> NativeRun.complete(run, id, scratch.address(), scratch.size(), tokenCount));
            }
        } finally {
            scratches.release(scratch);
        }
    }

    /**
     * Lets LoadGen read from the array of a buffer; false if it cannot or may not. Works on a duplicate: whatever another thread does
     * to the buffer meanwhile, the duplicate stays within its array.
     */
    private boolean completeWithArray(long id, Buffer response, long tokenCount) {
        if (!response.hasArray()) {
            return false;
        }
        if (response instanceof ByteBuffer answer) {
            ByteBuffer bytes = answer.duplicate();
            int offset = bytes.arrayOffset() + bytes.position();
            return NativeRun.completeWithBytes(run, id, bytes.array(), offset, bytes.remaining(), tokenCount);
        }
        IntBuffer ints = ((IntBuffer) response).duplicate();
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                && NativeRun.completeWithInts(
                        run, id, ints.array(), ints.arrayOffset() + ints.position(), ints.remaining(), tokenCount);
    }

    @Override
    public void firstTokenComplete(long id, Buffer tokens) {
        gate.enter();
        try {
            if (answersRead) {
                startWith(id, tokens);
            } else if (!NativeRun.firstToken(run, id, 0, 0)) {
                courier.carry(() -> NativeRun.firstToken(run, id, 0, 0));
            }
            started.increment();
        } finally {
            gate.leave(0);
        }
    }

    private void startWith(long id, Buffer tokens) {
        Scratch scratch = scratches.holding(tokens);
        try {
            if (!NativeRun.firstToken(run, id, scratch.address(), scratch.size())) {
                courier.carry(() -> NativeRun.firstToken(run, id, scratch.address(), scratch.size()));
            }
        } finally {
            scratches.release(scratch);
        }
    }

    @Override
    public void completeAll(long[] ids, int count) {
        int completed = 0;
        gate.enter();
        try {
            if (!NativeRun.completeAll(run, ids, count)) {
                courier.carry(() -> NativeRun.completeAll(run, ids, count));
            }
            completed = count(count, 0, 0);
        } finally {
            gate.leave(completed);
        }
    }

    /** Completes a query that still lies in LoadGen's memory. */
    void completeBatch(long samples, int count) {
        int completed = 0;
        gate.enter();
        try {
            if (!NativeRun.completeBatch(run, samples, count)) {
                courier.carry(() -> NativeRun.completeBatch(run, samples, count));
            }
            completed = count(count, 0, 0);
        } finally {
            gate.leave(completed);
        }
    }

    /** Copies a query that still lies in LoadGen's memory. */
    long[] idsAndIndices(long samples, int count) {
        gate.enter();
        try {
            long[] idsAndIndices = new long[2 * count];
            NativeRun.copySamples(samples, idsAndIndices, count);
            return idsAndIndices;
        } finally {
            gate.leave(0);
        }
    }

    @Override
    public void fail(long id, int index, Failure failure) {
        gate.enter();
        try {
            if (!NativeRun.complete(run, id, 0, 0, 0)) {
                courier.carry(() -> NativeRun.complete(run, id, 0, 0, 0));
            }
            failures.add(failure);
        } finally {
            gate.leave(0);
        }
    }

    /** Notes what is wanting in answers; returns how many samples the gate shall count. */
    private int count(int samples, int size, long tokenCount) {
        if (!counting) {
            return 0;
        }
        if (answersRead && size == 0) {
            empty.add(samples);
        }
        if (tokensTimed && tokenCount < 2) {
            withoutTokens.add(samples);
        }
        return samples;
    }

    /** What is completed from now on is completed only to end the run. */
    void stopCounting() {
        counting = false;
    }

    /** Refuses all further answers, and returns when those under way have reached LoadGen. */
    void close() {
        gate.close();
        courier.close();
    }

    /** Whatever changes when a sample gets on. */
    long signsOfLife() {
        return completed() + started.sum() + failures.total();
    }

    long completed() {
        return gate.completed();
    }

    FailureLog failures() {
        return failures;
    }

    Answers answers(long issued) {
        return new Answers(
                issued, failures.counts(), empty.sum(), Math.max(0, completed() - started.sum()), withoutTokens.sum());
    }
}
