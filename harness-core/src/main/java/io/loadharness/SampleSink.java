// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.nio.Buffer;

/**
 * Where a load generator takes back the samples of its queries. Only {@link Query} and {@link QuerySample} call it, from the
 * thread that answers, at most once per sample for each of {@link #firstTokenComplete} and one of {@link #complete} and {@link #fail};
 * never {@code firstTokenComplete} during or after the other two. Authors of a {@link LoadGenerator}, and tests of a
 * {@link SystemUnderTest} alone, implement it. If a method throws an exception, it must have done nothing.
 */
public interface SampleSink {

    /**
     * Takes the first token of a sample. The buffer is the caller's again when this returns.
     *
     * @param tokens a {@code ByteBuffer} or an {@code IntBuffer} of token ids
     * @return false if the run is over; then nothing was done
     */
    boolean firstTokenComplete(long id, Buffer tokens);

    /**
     * Takes the answer to a sample. The buffer is the caller's again when this returns.
     *
     * @param response a {@code ByteBuffer} or an {@code IntBuffer} of token ids
     * @param tokenCount how many tokens the answer has, 0 if nobody counted
     * @return false if the run is over; then nothing was done
     */
    boolean complete(long id, Buffer response, long tokenCount);

    /**
     * Takes many samples without an answer.
     *
     * @param ids holds the samples in {@code [0, count)}
     * @return false if the run is over
     */
    boolean completeAll(long[] ids, int count);

    /**
     * Takes a sample that has no answer.
     *
     * @return false if the run is over; then nothing was done
     */
    boolean fail(long id, int index, Failure failure);
}
