// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.function.LongConsumer;

/**
 * One prompt and its completion. The scheduler increments the number of generated tokens, and the event loop of the connection sends the
 * tokens. The two threads share only this number, because the event loop computes the tokens from their positions.
 */
final class Sequence implements TokenSchedulerEntry {

    private final int index;
    private final int[] prompt;
    private final Generation generation;
    private final long submitted = System.nanoTime();
    private LongConsumer startAction = waited -> {};
    private Runnable tokenAction = () -> {};
    private volatile int generated;
    private volatile boolean cancelled;
    private int sent;

    Sequence(int index, int[] prompt, Generation generation) {
        this.index = index;
        this.prompt = prompt;
        this.generation = generation;
    }

    /**
     * Sets an action that runs on the scheduler's thread when the sequence joins the batch. It gets the waiting time in nanoseconds. Call
     * this method before the sequence is submitted.
     */
    void onStart(LongConsumer action) {
        startAction = action;
    }

    /** Sets an action to run after each token, on the scheduler's thread. Call this method before the sequence is submitted. */
    void onToken(Runnable action) {
        tokenAction = action;
    }

    int index() {
        return index;
    }

    int[] prompt() {
        return prompt;
    }

    Generation generation() {
        return generation;
    }

    long submitted() {
        return submitted;
    }

    @Override
    public int promptTokens() {
        return prompt.length;
    }

    @Override
    public void start(long waited) {
        startAction.accept(waited);
    }

    @Override
    public boolean advance() {
        int now = generated + 1;
        generated = now;
        tokenAction.run();
        return now < generation.count();
    }

    /** Generates all tokens at once. */
    void finish() {
        generated = generation.count();
    }

    void cancel() {
        cancelled = true;
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    boolean isGenerated() {
        return generated == generation.count();
    }

    /**
     * Returns the number of tokens to send in the next event: a full event, or the rest of a completion. Returns 0 if more tokens must be
     * generated first, or if all are sent.
     */
    int ready(int perEvent) {
        int available = generated;
        int left = available - sent;
        return left >= perEvent ? perEvent : available == generation.count() ? left : 0;
    }

    /** Returns the number of tokens that were sent. Called on the event loop only. */
    int sent() {
        return sent;
    }

    void addSent(int tokens) {
        sent += tokens;
    }
}
