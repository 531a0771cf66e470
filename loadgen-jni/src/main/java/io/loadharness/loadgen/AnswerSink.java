// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Failure;
import io.loadharness.Reason;
import io.loadharness.SampleSink;
import io.loadharness.generator.FailureCounts;
import io.loadharness.loadgen.Bridge.NativeAnswers;
import io.loadharness.loadgen.Bridge.NativeRun;
import io.loadharness.loadgen.ScratchBuffers.Scratch;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/**
 * Hands answers to LoadGen. LoadGen takes the time when it is called, so the answering thread calls it itself; a
 * {@link CompletionQueue} does so only for threads beyond the number that LoadGen supports.
 *
 * <p>Each method either returns true and has handed the answer over and counted it, both in one native call, or has done nothing.
 */
final class AnswerSink implements SampleSink {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Gate gate;
    private final Consumer<Reason> onFailure;
    private final CompletionQueue queue;
    private final ScratchBuffers scratches = new ScratchBuffers();
    private final boolean answersRead;
    private final FailureCounts failures = new FailureCounts();

    /**
     * Takes the answers of one run.
     *
     * @param answersRead whether LoadGen reads the bytes of answers in this run
     * @param onFailure ends the run as failed
     */
    AnswerSink(NativeRun run, String name, boolean answersRead, Consumer<Reason> onFailure) {
        this.gate = new Gate(run, answersRead);
        this.queue = new CompletionQueue(run, name);
        this.answersRead = answersRead;
        this.onFailure = onFailure;
    }

    @Override
    public boolean complete(long id, Buffer response, long tokenCount) {
        int size = ScratchBuffers.sizeOf(response);
        if (size == 0 || !answersRead) {
            return completeWithNothing(id, tokenCount);
        } else if (!response.hasArray()) {
            return completeWithCopy(id, response, tokenCount);
        } else if (response instanceof ByteBuffer bytes) {
            return completeWithArray(id, bytes.duplicate(), tokenCount);
        } else if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            return completeWithArray(id, ((IntBuffer) response).duplicate(), tokenCount);
        } else {
            return completeWithCopy(id, response, tokenCount);
        }
    }

    private boolean completeWithNothing(long id, long tokenCount) {
        int outcome = NativeAnswers.complete(gate.address(), id, 0, 0, tokenCount);
        return outcome == Bridge.TAKEN
                || settle(outcome, () -> NativeAnswers.complete(gate.address(), id, 0, 0, tokenCount));
    }

    /** Takes a duplicate: whatever another thread does to the buffer meanwhile, the duplicate stays within its array. */
    private boolean completeWithArray(long id, ByteBuffer answer, long tokenCount) {
        byte[] array = answer.array();
        int offset = answer.arrayOffset() + answer.position();
        int size = answer.remaining();
        int outcome = NativeAnswers.completeWithBytes(gate.address(), id, array, offset, size, tokenCount);
        return outcome == Bridge.TAKEN
                || settle(
                        outcome,
                        () -> NativeAnswers.completeWithBytes(gate.address(), id, array, offset, size, tokenCount));
    }

    private boolean completeWithArray(long id, IntBuffer answer, long tokenCount) {
        int[] array = answer.array();
        int offset = answer.arrayOffset() + answer.position();
        int count = answer.remaining();
        int outcome = NativeAnswers.completeWithInts(gate.address(), id, array, offset, count, tokenCount);
        return outcome == Bridge.TAKEN
                || settle(
                        outcome,
                        () -> NativeAnswers.completeWithInts(gate.address(), id, array, offset, count, tokenCount));
    }

    private boolean completeWithCopy(long id, Buffer answer, long tokenCount) {
        return lend(
                answer,
                scratch -> NativeAnswers.complete(gate.address(), id, scratch.address(), scratch.size(), tokenCount));
    }

    @Override
    public boolean firstTokenComplete(long id, Buffer tokens) {
        return lend(
                answersRead ? tokens : NOTHING,
                scratch -> NativeAnswers.start(gate.address(), id, scratch.address(), scratch.size()));
    }

    /** Calls with a copy of a buffer. */
    private boolean lend(Buffer answer, ToIntFunction<Scratch> call) {
        Scratch scratch = scratches.holding(answer);
        try {
            int outcome = call.applyAsInt(scratch);
            return outcome == Bridge.TAKEN || settle(outcome, () -> call.applyAsInt(scratch));
        } finally {
            scratches.release(scratch);
        }
    }

    @Override
    public boolean completeAll(long[] ids, int count) {
        int outcome = NativeAnswers.completeAll(gate.address(), ids, count);
        return outcome == Bridge.TAKEN || settle(outcome, () -> NativeAnswers.completeAll(gate.address(), ids, count));
    }

    @Override
    public boolean fail(long id, int index, Failure failure) {
        return failures.add(failure, () -> {
            int outcome = NativeAnswers.fail(gate.address(), id);
            return outcome == Bridge.TAKEN || settle(outcome, () -> NativeAnswers.fail(gate.address(), id));
        });
    }

    /** Completes a query that still lies with LoadGen. */
    boolean completeBatch(long number, int count) {
        int outcome = NativeAnswers.completeBatch(gate.address(), number, count);
        return outcome == Bridge.TAKEN
                || settle(outcome, () -> NativeAnswers.completeBatch(gate.address(), number, count));
    }

    /** Copies a query that still lies with LoadGen; empty if the run is over. */
    Optional<long[]> copyBatch(long number, int count) {
        long[] idsAndIndices = new long[Math.multiplyExact(2, count)];
        int outcome = NativeAnswers.copyBatch(gate.address(), number, idsAndIndices);
        boolean taken = outcome == Bridge.TAKEN
                || settle(outcome, () -> NativeAnswers.copyBatch(gate.address(), number, idsAndIndices));
        return taken ? Optional.of(idsAndIndices) : Optional.empty();
    }

    /** Handles a call that LoadGen has not taken; returns whether the queue could make it after all. */
    private boolean settle(int refused, IntSupplier call) {
        int outcome = refused == Bridge.CROWDED ? queue.call(call) : refused;
        return switch (outcome) {
            case Bridge.TAKEN -> true;
            case Bridge.CLOSED -> false;
            case Bridge.GONE -> throw new IllegalStateException("the query is already complete");
            default -> {
                onFailure.accept(
                        new Reason(Reason.Code.LOADGEN_FAILED, "LoadGen had no memory left to take an answer"));
                yield false;
            }
        };
    }

    /** Releases the threads after the run. */
    void close() {
        queue.close();
    }

    /** Returns how many first tokens were reported. */
    long started() {
        return gate.count(Bridge.STARTED_SAMPLES);
    }

    long completed() {
        return gate.count(Bridge.COMPLETED_SAMPLES);
    }

    long failed() {
        return gate.count(Bridge.FAILED_SAMPLES);
    }

    FailureCounts failures() {
        return failures;
    }

    AnswerCounts answers(long issued) {
        return new AnswerCounts(
                issued,
                failed(),
                failures.byKind(),
                gate.count(Bridge.EMPTY_ANSWERS),
                gate.count(Bridge.WITHOUT_FIRST_TOKEN),
                gate.count(Bridge.WITHOUT_TOKENS));
    }
}
