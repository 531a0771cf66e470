// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Failure;
import io.loadharness.Reason;
import io.loadharness.SampleSink;
import io.loadharness.generator.FailureCounts;
import io.loadharness.loadgen.Bridge.NativeResponses;
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
 * Passes responses to LoadGen. LoadGen reads the clock when it is called. Therefore the thread that completes a sample calls LoadGen
 * directly. If more threads complete samples than LoadGen supports, a {@link CompletionQueue} calls LoadGen for the additional threads.
 *
 * <p>If a method returns true, one native call has passed the response to LoadGen and counted it. If a method returns false or throws an
 * exception, the response was neither passed nor counted.
 */
final class ResponseSink implements SampleSink {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Gate gate;
    private final Consumer<Reason> onFailure;
    private final CompletionQueue queue;
    private final ScratchBuffers scratches = new ScratchBuffers();
    private final boolean readsResponses;
    private final boolean awaitsQueries;
    private final FailureCounts failures = new FailureCounts();

    /**
     * Creates the sink of one run.
     *
     * @param readsResponses true if LoadGen reads the bytes of responses in this run
     * @param awaitsQueries true if LoadGen issues each query after the end of the previous one
     * @param onFailure fails the run
     */
    ResponseSink(
            NativeRun run, String name, boolean readsResponses, boolean awaitsQueries, Consumer<Reason> onFailure) {
        this.gate = new Gate(run, readsResponses);
        this.queue = new CompletionQueue(run, name);
        this.readsResponses = readsResponses;
        this.awaitsQueries = awaitsQueries;
        this.onFailure = onFailure;
    }

    @Override
    public boolean complete(long id, Buffer response, long tokenCount) {
        int size = ScratchBuffers.sizeOf(response);
        if (size == 0 || !readsResponses) {
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
        int outcome = NativeResponses.complete(gate.address(), id, 0, 0, tokenCount);
        return outcome == Bridge.ACCEPTED
                || settle(outcome, () -> NativeResponses.complete(gate.address(), id, 0, 0, tokenCount));
    }

    /**
     * Completes a sample with the array of a buffer. The caller passes a duplicate of the buffer, because another thread could change the
     * position and the limit of the original buffer.
     */
    private boolean completeWithArray(long id, ByteBuffer response, long tokenCount) {
        byte[] array = response.array();
        int offset = response.arrayOffset() + response.position();
        int size = response.remaining();
        int outcome = NativeResponses.completeWithBytes(gate.address(), id, array, offset, size, tokenCount);
        return outcome == Bridge.ACCEPTED
                || settle(
                        outcome,
                        () -> NativeResponses.completeWithBytes(gate.address(), id, array, offset, size, tokenCount));
    }

    private boolean completeWithArray(long id, IntBuffer response, long tokenCount) {
        int[] array = response.array();
        int offset = response.arrayOffset() + response.position();
        int count = response.remaining();
        int outcome = NativeResponses.completeWithInts(gate.address(), id, array, offset, count, tokenCount);
        return outcome == Bridge.ACCEPTED
                || settle(
                        outcome,
                        () -> NativeResponses.completeWithInts(gate.address(), id, array, offset, count, tokenCount));
    }

    private boolean completeWithCopy(long id, Buffer response, long tokenCount) {
        return lend(
                response,
                scratch -> NativeResponses.complete(gate.address(), id, scratch.address(), scratch.size(), tokenCount));
    }

    @Override
    public boolean firstTokenComplete(long id, Buffer tokens) {
        return lend(
                readsResponses ? tokens : NOTHING,
                scratch -> NativeResponses.start(gate.address(), id, scratch.address(), scratch.size()));
    }

    /** Passes a copy of a buffer to a native call. */
    private boolean lend(Buffer response, ToIntFunction<Scratch> call) {
        Scratch scratch = scratches.holding(response);
        try {
            int outcome = call.applyAsInt(scratch);
            return outcome == Bridge.ACCEPTED || settle(outcome, () -> call.applyAsInt(scratch));
        } finally {
            scratches.release(scratch);
        }
    }

    @Override
    public boolean completeAll(long[] ids, int count) {
        int outcome = NativeResponses.completeAll(gate.address(), ids, count);
        return outcome == Bridge.ACCEPTED
                || settle(outcome, () -> NativeResponses.completeAll(gate.address(), ids, count));
    }

    @Override
    public boolean fail(long id, int index, Failure failure) {
        return failures.add(failure, () -> {
            int outcome = NativeResponses.fail(gate.address(), id);
            return outcome == Bridge.ACCEPTED || settle(outcome, () -> NativeResponses.fail(gate.address(), id));
        });
    }

    @Override
    public boolean awaitsQueries() {
        return awaitsQueries;
    }

    /** Completes a query whose sample ids were not copied from LoadGen's memory to Java. */
    boolean completeBatch(long number, int count) {
        int outcome = NativeResponses.completeBatch(gate.address(), number, count);
        return outcome == Bridge.ACCEPTED
                || settle(outcome, () -> NativeResponses.completeBatch(gate.address(), number, count));
    }

    /** Copies the ids and indices of a query from LoadGen; empty if the run is over. */
    Optional<long[]> copyBatch(long number, int count) {
        long[] idsAndIndices = new long[Math.multiplyExact(2, count)];
        int outcome = NativeResponses.copyBatch(gate.address(), number, idsAndIndices);
        boolean accepted = outcome == Bridge.ACCEPTED
                || settle(outcome, () -> NativeResponses.copyBatch(gate.address(), number, idsAndIndices));
        return accepted ? Optional.of(idsAndIndices) : Optional.empty();
    }

    /**
     * Handles a call that LoadGen did not accept. If too many threads call LoadGen, the queue repeats the call. Returns true if LoadGen
     * then accepted the call.
     */
    private boolean settle(int firstOutcome, IntSupplier call) {
        int outcome = firstOutcome == Bridge.TOO_MANY_THREADS ? queue.call(call) : firstOutcome;
        return switch (outcome) {
            case Bridge.ACCEPTED -> true;
            case Bridge.CLOSED -> false;
            case Bridge.ALREADY_COMPLETE -> throw new IllegalStateException("the query is already complete");
            default -> {
                onFailure.accept(new Reason(Reason.Code.LOADGEN_FAILED, "LoadGen had no memory left for a response"));
                yield false;
            }
        };
    }

    /** Ends the completion thread after the run. */
    void close() {
        queue.close();
    }

    /** Returns the number of reported first tokens. */
    long firstTokens() {
        return gate.count(Bridge.FIRST_TOKENS);
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

    /** Returns the counts of a run. If empty responses are allowed, none of them is counted. */
    ResponseCounts responses(long issued, boolean allowsEmpty) {
        return new ResponseCounts(
                issued,
                failed(),
                failures.byKind(),
                allowsEmpty ? 0 : gate.count(Bridge.EMPTY_RESPONSES),
                gate.count(Bridge.WITHOUT_FIRST_TOKEN),
                gate.count(Bridge.WITHOUT_TOKENS));
    }
}
