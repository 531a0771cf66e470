// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import io.loadharness.Failure;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.nio.IntBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;

/** Continuous batching: the requests that are processed at a time. Only the thread of the engine uses it. */
final class LlamaGeneration {

    private final LlamaModel model;
    private final int batch;
    private final Queue<LlamaBackend.Call> waiting;
    private final IntBuffer table;
    private final Deque<Integer> freeSlots = new ArrayDeque<>();
    private final List<LlamaSequence> running = new ArrayList<>();

    /** The sequences of the current step for which a token is sampled, in the order of their rows. */
    private final List<LlamaSequence> sampled = new ArrayList<>();

    private int rows;

    LlamaGeneration(LlamaModel model, int sequences, int batch, Queue<LlamaBackend.Call> waiting) {
        this.model = model;
        this.batch = batch;
        this.waiting = waiting;
        table = model.table();
        for (int slot = 0; slot < sequences; slot++) {
            freeSlots.add(slot);
        }
    }

    boolean isIdle() {
        return running.isEmpty();
    }

    /** Starts waiting requests while there are free sequences. */
    void admit() {
        while (!freeSlots.isEmpty()) {
            LlamaBackend.Call call = waiting.poll();
            if (call == null) {
                return;
            }
            long dequeued = System.nanoTime();
            try {
                LlamaModel.Plan plan = model.plan(call.request());
                int slot = freeSlots.getFirst();
                model.begin(slot, call.request().parameters());
                freeSlots.removeFirst();
                running.add(new LlamaSequence(slot, model, plan, call, dequeued));
            } catch (IllegalArgumentException | IllegalStateException e) {
                call.fail(
                        new Failure(Failure.Kind.BACKEND_EXCEPTION, String.valueOf(e.getMessage())),
                        endedSince(dequeued));
            } catch (RuntimeException | Error e) {
                call.fail(Failure.of(e), endedSince(dequeued));
                throw e;
            }
        }
    }

    private static Timeline endedSince(long dequeued) {
        return Timeline.builder().dequeued(dequeued).done(System.nanoTime()).build();
    }

    /**
     * Processes one batch and reports the generated tokens.
     *
     * @throws IllegalStateException if llama.cpp cannot process the batch; the requests are still in flight
     */
    void step() {
        fill();
        model.step(rows);
        long now = System.nanoTime();
        for (int i = 0; i < sampled.size(); i++) {
            LlamaSequence sequence = sampled.get(i);
            sequence.add(table.get(model.firstResult() + i), now);
            if (sequence.hasEnded()) {
                release(sequence);
            }
        }
    }

    private void fill() {
        rows = 0;
        sampled.clear();
        for (LlamaSequence each : running) {
            if (each.isGenerating()) {
                put(each, each.lastToken(), each.sampleFlags());
                sampled.add(each);
            }
        }
        long now = System.nanoTime();
        for (LlamaSequence each : running) {
            if (!each.isGenerating() && rows < batch) {
                each.promptIsSent(now);
                fillPrompt(each);
            }
        }
    }

    private void fillPrompt(LlamaSequence sequence) {
        int count = Math.min(batch - rows, sequence.promptTokensLeft());
        for (int i = 0; i < count; i++) {
            int token = sequence.nextPromptToken();
            boolean isLast = sequence.isGenerating();
            put(sequence, token, isLast ? sequence.sampleFlags() : 0);
            if (isLast) {
                sampled.add(sequence);
            }
        }
    }

    private void put(LlamaSequence sequence, int token, int flags) {
        int at = rows++ * LlamaBridge.ROW;
        table.put(at, token);
        table.put(at + 1, sequence.position());
        table.put(at + 2, sequence.slot());
        table.put(at + 3, flags);
    }

    private void release(LlamaSequence sequence) {
        running.remove(sequence);
        model.end(sequence.slot());
        freeSlots.add(sequence.slot());
    }

    /** Fails the requests that were sent before a cancellation, and frees their sequences. */
    void cancel(long cancellation) {
        Failure failure = new Failure(Failure.Kind.CANCELLED, "the run ended before the response");
        fail(
                running.stream()
                        .filter(each -> each.cancellations() < cancellation)
                        .toList(),
                failure);
        for (LlamaBackend.Call first = waiting.peek();
                first != null && first.cancellations() < cancellation;
                first = waiting.peek()) {
            if (waiting.remove(first)) {
                first.fail(failure, Timeline.endedAt(System.nanoTime()));
            }
        }
    }

    /** Fails the request with a listener, and frees its sequence. Has no effect if it has ended. */
    @SuppressWarnings("ReferenceEquality") // a request is known by the identity of its listener
    void cancel(ResponseListener listener) {
        Failure failure = new Failure(Failure.Kind.CANCELLED, "the request was cancelled");
        fail(running.stream().filter(each -> each.isFor(listener)).toList(), failure);
        waiting.stream()
                .filter(each -> each.listener() == listener)
                .findFirst()
                .filter(waiting::remove)
                .ifPresent(each -> each.fail(failure, Timeline.endedAt(System.nanoTime())));
    }

    /** Fails the requests that are processed, and frees their sequences. */
    void failAll(Failure failure) {
        fail(List.copyOf(running), failure);
    }

    private void fail(List<LlamaSequence> failed, Failure failure) {
        try {
            failed.forEach(this::release);
        } finally {
            failed.forEach(each -> each.fail(failure));
        }
    }
}
