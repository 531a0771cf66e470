// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;

/**
 * Receives the events of one request: {@link #firstToken} at most once, {@link #tokens} any number of times, and finally either
 * {@link #end} or {@link #failed} exactly once. A second call of {@link #end} or {@link #failed} has no effect on the sample. The second
 * call is counted and throws {@link IllegalStateException}. The backend may call the listener on any thread, one call at a time.
 * Implementations must not block.
 *
 * <pre>{@code
 * backend.send(request, new ResponseListener() {
 *     public void firstToken(long nanos, Output first) {
 *         System.out.println(first.text());
 *     }
 *
 *     public void end(Response response) {
 *         System.out.println(response.tokenCount());
 *     }
 *
 *     public void failed(Failure failure, Timeline timeline) {
 *         System.out.println(failure.message());
 *     }
 * });
 * }</pre>
 */
public interface ResponseListener {

    /**
     * Called for the chunk with the first token. The chunk may contain more tokens.
     *
     * @param nanos the time at which the bytes were read, in {@link System#nanoTime()}; the sample fails if this time is impossible
     * @param first the output in the chunk; {@link Output#NOTHING} if the backend keeps neither ids nor text
     */
    void firstToken(long nanos, Output first);

    /**
     * Called for each later chunk with tokens.
     *
     * @param nanos the time at which the bytes were read, in {@link System#nanoTime()}; the sample fails if this time is before that of the
     *     previous chunk, or in the future
     * @param tokenIds the number of token ids in the chunk; 0 if the server does not send ids and the number of tokens is therefore unknown
     */
    default void tokens(long nanos, int tokenIds) {}

    /** Called when the response is complete. */
    void end(Response response);

    /** Called when the request has failed. */
    void failed(Failure failure, Timeline timeline);
}
