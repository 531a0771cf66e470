// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.function.LongConsumer;

/**
 * One prompt and the tokens that follow it. The scheduler makes tokens, the event loop of the connection sends them; between
 * them is only a count, because the tokens themselves are known.
 */
final class Sequence implements Job {

    private final int index;
    private final int[] prompt;
    private final Generation generation;
    private final long submitted = System.nanoTime();
    private LongConsumer start = waited -> {};
    private Runnable news = () -> {};
    private volatile int made;
    private volatile boolean cancelled;
    private int sent;

    Sequence(int index, int[] prompt, Generation generation) {
        this.index = index;
        this.prompt = prompt;
        this.generation = generation;
    }

    /** Tells how long it waited, on the scheduler's thread. To be said before that knows the sequence. */
    void whenBegun(LongConsumer action) {
        start = action;
    }

    /** Calls something after each token, on the scheduler's thread. To be said before that knows the sequence. */
    void whenAdvanced(Runnable action) {
        news = action;
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
    public void begin(long waited) {
        start.accept(waited);
    }

    @Override
    public boolean advance() {
        int now = made + 1;
        made = now;
        news.run();
        return now < generation.count();
    }

    /** Makes all tokens at once. */
    void finish() {
        made = generation.count();
    }

    void cancel() {
        cancelled = true;
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    boolean isMade() {
        return made == generation.count();
    }

    /** How many tokens the next event may carry: a full event, or the rest; 0 if it must wait. */
    int ready(int perEvent) {
        int there = made;
        int left = there - sent;
        return left >= perEvent ? perEvent : there == generation.count() ? left : 0;
    }

    /** How many tokens were sent; only the event loop asks and tells. */
    int sent() {
        return sent;
    }

    void sent(int tokens) {
        sent += tokens;
    }
}
