// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;

/**
 * Hears how a request goes: the first token at most once, further tokens any number of times, then exactly one of {@link #end} and
 * {@link #failed}, and nothing after it. The calls for one request come one after the other, on whatever thread the backend
 * has; they must not block.
 */
public interface ResponseListener {

    /**
     * The first token is there, alone or with a few more that came with it.
     *
     * @param nanos when the bytes were read, in {@link System#nanoTime()}
     * @param first what came; {@link Output#NOTHING} if the backend keeps neither ids nor text
     */
    void firstToken(long nanos, Output first);

    /**
     * More tokens are there.
     *
     * @param nanos when the bytes were read, in {@link System#nanoTime()}
     * @param tokenIds how many ids came; 0 if the server sends no ids, and then nobody knows how many tokens came
     */
    default void tokens(long nanos, int tokenIds) {}

    /** The answer is complete. */
    void end(Response response);

    /** There is no answer, and will be none. */
    void failed(Failure failure, Timeline timeline);
}
