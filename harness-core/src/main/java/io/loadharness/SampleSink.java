// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.nio.Buffer;

/**
 * Receives the results of samples in a load generator. Each {@link LoadGenerator} implements this interface. A test implements this
 * interface to call a {@link SystemUnderTest} without a generator.
 *
 * <p>Only {@link Query} and {@link QuerySample} call the methods of this interface, on the thread that completes the sample. For each
 * sample, {@link #firstTokenComplete} is called at most once, and either {@link #complete} or {@link #fail} is called at most once.
 * {@code firstTokenComplete} is never called during or after {@code complete} or {@code fail}. If a method throws an exception, it must not
 * have any other effect.
 */
public interface SampleSink {

    /**
     * Receives the first token of a sample. The caller may reuse the buffer when this method returns.
     *
     * @param tokens the token or tokens: a {@code ByteBuffer} of bytes, or an {@code IntBuffer} of token ids
     * @return false if the run is over; in this case, the call has no effect
     */
    boolean firstTokenComplete(long id, Buffer tokens);

    /**
     * Receives the response of a sample. The caller may reuse the buffer when this method returns.
     *
     * @param response the response: a {@code ByteBuffer} of bytes, or an {@code IntBuffer} of token ids
     * @param tokenCount the number of tokens of the response; 0 if unknown
     * @return false if the run is over; in this case, the call has no effect
     */
    boolean complete(long id, Buffer response, long tokenCount);

    /**
     * Receives many samples that were completed without a response.
     *
     * @param ids the ids of the samples; only the first {@code count} elements are used
     * @return false if the run is over
     */
    boolean completeAll(long[] ids, int count);

    /**
     * Receives a sample that failed.
     *
     * @return false if the run is over; in this case, the call has no effect
     */
    boolean fail(long id, int index, Failure failure);

    /**
     * Called when a sample that already has a result is completed or failed again. The second result is ignored. The default does nothing.
     */
    default void resultRepeated() {}

    /** Returns the value of {@link Query#isAwaited()} for all queries of this sink. The default is false. */
    default boolean awaitsQueries() {
        return false;
    }
}
