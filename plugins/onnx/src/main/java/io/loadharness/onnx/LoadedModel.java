// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A model in memory, which runs one batch at a time. Several {@link OnnxSession}s can use it: while the model runs the batch of one of
 * them, another one copies its samples or reports its results. The last of them releases the model. Thread-safe.
 */
final class LoadedModel {

    /** The maximum duration of a run for which another thread waits without sleeping: waking it would take longer than such a run. */
    private static final long SHORT_NANOS = 100_000;

    private final OrtSession session;
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicInteger users = new AtomicInteger(1);
    private volatile long runNanos = Long.MAX_VALUE;

    /** Creates a model with one user, the caller. */
    LoadedModel(OrtSession session) {
        this.session = session;
    }

    /** Adds a user, which calls {@link #release} once. */
    void use() {
        users.incrementAndGet();
    }

    /** Reads the inputs and outputs of the model; {@code outputs} are the names of those that are used, or empty for all. */
    ModelSignature signature(List<String> outputs) throws OrtException {
        return ModelSignature.of(session, outputs);
    }

    /** Waits until no other user runs the model. */
    void lock() {
        long end = isShort() ? System.nanoTime() + SHORT_NANOS : 0;
        while (!turn.tryLock()) {
            if (end == 0 || System.nanoTime() - end > 0) {
                turn.lock();
                return;
            }
            Thread.onSpinWait();
        }
    }

    /** Lets other users run the model. */
    void unlock() {
        turn.unlock();
    }

    /** Runs the model. The caller has called {@link #lock}. */
    OrtSession.Result run(
            Map<String, OnnxTensor> inputs,
            Set<String> requested,
            Map<String, OnnxTensor> pinned,
            OrtSession.RunOptions options)
            throws OrtException {
        long start = System.nanoTime();
        OrtSession.Result result = session.run(inputs, requested, pinned, options);
        runNanos = System.nanoTime() - start;
        return result;
    }

    /** Returns the duration of the last run; the maximum before the first run. */
    long runNanos() {
        return runNanos;
    }

    /** Returns true if the last run was so short that the time between two runs matters. */
    boolean isShort() {
        return runNanos < SHORT_NANOS;
    }

    /** Releases the native memory if no other user is left. */
    void release() {
        if (users.decrementAndGet() > 0) {
            return;
        }
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException("ONNX Runtime cannot release a model: " + e.getMessage(), e);
        }
    }
}
