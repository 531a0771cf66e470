package io.loadharness.loadgen;

import io.loadharness.Failure;
import io.loadharness.SampleSink;
import io.loadharness.loadgen.Bridge.NativeAnswers;
import io.loadharness.loadgen.Bridge.NativeRun;
import io.loadharness.loadgen.ScratchBuffers.Scratch;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/**
 * Hands answers to LoadGen. LoadGen takes the time when it is called, so the answering thread calls it itself; a {@link Courier}
 * does so only for threads beyond the number that LoadGen bears.
 *
 * <p>Each method either throws and has done nothing, or has handed the answer over and counted it. Both happen in one native call,
 * and nothing that could throw comes after one that went well: a sample that was given back by mistake would be completed twice.
 */
final class AnswerSink implements SampleSink {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Gate gate;
    private final Ending ending;
    private final Courier courier;
    private final ScratchBuffers scratches = new ScratchBuffers();
    private final boolean answersRead;
    private final FailureLog failures = new FailureLog();

    /**
     * Answers to one run.
     *
     * @param answersRead whether LoadGen looks at the bytes of answers in this run
     */
    AnswerSink(NativeRun run, String name, boolean answersRead, Ending ending) {
        this.gate = new Gate(run, answersRead);
        this.courier = new Courier(run, name);
        this.answersRead = answersRead;
        this.ending = ending;
    }

    @Override
    public void complete(long id, Buffer response, long tokenCount) {
        int size = ScratchBuffers.sizeOf(response);
        if (size == 0 || !answersRead) {
            completeWithNothing(id, tokenCount);
        } else if (!response.hasArray()) {
            completeWithCopy(id, response, tokenCount);
        } else if (response instanceof ByteBuffer bytes) {
            completeWithArray(id, bytes.duplicate(), tokenCount);
        } else if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            completeWithArray(id, ((IntBuffer) response).duplicate(), tokenCount);
        } else {
            completeWithCopy(id, response, tokenCount);
        }
    }

    private void completeWithNothing(long id, long tokenCount) {
        int outcome = NativeAnswers.complete(gate.address(), id, 0, 0, tokenCount);
        if (outcome != Bridge.TAKEN) {
            settle(outcome, () -> NativeAnswers.complete(gate.address(), id, 0, 0, tokenCount));
        }
    }

    /** Takes a duplicate: whatever another thread does to the buffer meanwhile, the duplicate stays within its array. */
    private void completeWithArray(long id, ByteBuffer answer, long tokenCount) {
        byte[] array = answer.array();
        int offset = answer.arrayOffset() + answer.position();
        int size = answer.remaining();
        int outcome = NativeAnswers.completeWithBytes(gate.address(), id, array, offset, size, tokenCount);
        if (outcome != Bridge.TAKEN) {
            settle(outcome, () -> NativeAnswers.completeWithBytes(gate.address(), id, array, offset, size, tokenCount));
        }
    }

    private void completeWithArray(long id, IntBuffer answer, long tokenCount) {
        int[] array = answer.array();
        int offset = answer.arrayOffset() + answer.position();
        int count = answer.remaining();
        int outcome = NativeAnswers.completeWithInts(gate.address(), id, array, offset, count, tokenCount);
        if (outcome != Bridge.TAKEN) {
            settle(outcome, () -> NativeAnswers.completeWithInts(gate.address(), id, array, offset, count, tokenCount));
        }
    }

    private void completeWithCopy(long id, Buffer answer, long tokenCount) {
        lend(
                answer,
                scratch -> NativeAnswers.complete(gate.address(), id, scratch.address(), scratch.size(), tokenCount));
    }

    @Override
    public void firstTokenComplete(long id, Buffer tokens) {
        lend(
                answersRead ? tokens : NOTHING,
                scratch -> NativeAnswers.start(gate.address(), id, scratch.address(), scratch.size()));
    }

    /** Calls with a copy of a buffer. */
    private void lend(Buffer answer, ToIntFunction<Scratch> call) {
        Scratch scratch = scratches.holding(answer);
        try {
            int outcome = call.applyAsInt(scratch);
            if (outcome != Bridge.TAKEN) {
                settle(outcome, () -> call.applyAsInt(scratch));
            }
        } finally {
            try {
                scratches.release(scratch);
            } catch (StackOverflowError e) {
                // The garbage collector has it, then.
            }
        }
    }

    @Override
    public void completeAll(long[] ids, int count) {
        int outcome = NativeAnswers.completeAll(gate.address(), ids, count);
        if (outcome != Bridge.TAKEN) {
            settle(outcome, () -> NativeAnswers.completeAll(gate.address(), ids, count));
        }
    }

    /** Notes the failure first: the run may end with this sample, and its result tells of all failures. */
    @Override
    public void fail(long id, int index, Failure failure) {
        boolean taken = false;
        failures.add(failure);
        try {
            int outcome = NativeAnswers.fail(gate.address(), id);
            if (outcome != Bridge.TAKEN) {
                settle(outcome, () -> NativeAnswers.fail(gate.address(), id));
            }
            taken = true;
        } finally {
            if (!taken) {
                failures.takeBack(failure);
            }
        }
    }

    /** Completes a query that still lies with LoadGen. */
    void completeBatch(long number, int count) {
        int outcome = NativeAnswers.completeBatch(gate.address(), number, count);
        if (outcome != Bridge.TAKEN) {
            settle(outcome, () -> NativeAnswers.completeBatch(gate.address(), number, count));
        }
    }

    /** Copies a query that still lies with LoadGen. */
    long[] copyBatch(long number, int count) {
        long[] idsAndIndices = new long[Math.multiplyExact(2, count)];
        int outcome = NativeAnswers.copyBatch(gate.address(), number, idsAndIndices);
        if (outcome != Bridge.TAKEN) {
            settle(outcome, () -> NativeAnswers.copyBatch(gate.address(), number, idsAndIndices));
        }
        return idsAndIndices;
    }

    /** Does what a call that was not taken leaves to do: has it made by the courier, or says why it cannot be made. */
    private void settle(int refused, IntSupplier call) {
        int outcome = refused == Bridge.CROWDED ? courier.carry(call) : refused;
        switch (outcome) {
            case Bridge.TAKEN -> {}
            case Bridge.CLOSED -> throw new IllegalStateException("the run is over");
            case Bridge.GONE -> throw new IllegalStateException("the query is already complete");
            default -> {
                ending.fail("LoadGen had no memory left to take an answer");
                throw new IllegalStateException("LoadGen has no memory left to take an answer, which ends the run");
            }
        }
    }

    /** After the run: lets go of the threads. */
    void close() {
        courier.close();
    }

    /** Whatever changes when a sample gets on. */
    long signsOfLife() {
        return completed() + failed() + gate.count(Bridge.STARTED_SAMPLES);
    }

    long completed() {
        return gate.count(Bridge.COMPLETED_SAMPLES);
    }

    long failed() {
        return gate.count(Bridge.FAILED_SAMPLES);
    }

    FailureLog failures() {
        return failures;
    }

    Answers answers(long issued) {
        return new Answers(
                issued,
                failed(),
                failures.counts(),
                gate.count(Bridge.EMPTY_ANSWERS),
                gate.count(Bridge.WITHOUT_FIRST_TOKEN),
                gate.count(Bridge.WITHOUT_TOKENS));
    }
}
