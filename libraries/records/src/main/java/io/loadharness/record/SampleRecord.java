// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import io.loadharness.Failure;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.util.Objects;
import java.util.Optional;

/**
 * The life of one sample. Immutable, unless somebody writes into the array.
 *
 * @param sampleIndex which sample of the data set it was
 * @param endpoint the name of the backend that got it; empty if it was never sent
 * @param failure why it has no answer; empty if it has one
 * @param times when what happened, in nanoseconds since the {@link RecordHeader#started beginning} of the recording
 * @param usage what the server says about it; the prompt's tokens are counted on this side if it says nothing and ids were sent
 * @param tokens tokens of the answer; 0 if nobody counted
 * @param tokenSource who counted them
 * @param finishReason why the model stopped, in the server's words; empty if it has none
 * @param gaps the nanoseconds from each piece with tokens to the next, the first one being {@link Timeline#firstToken}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a list would box each gap
public record SampleRecord(
        int sampleIndex,
        String endpoint,
        Optional<Failure> failure,
        Timeline times,
        Usage usage,
        int tokens,
        TokenSource tokenSource,
        String finishReason,
        long[] gaps) {

    public SampleRecord {
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(times, "times");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(tokenSource, "tokenSource");
        Objects.requireNonNull(finishReason, "finishReason");
        Objects.requireNonNull(gaps, "gaps");
    }

    /** Whether it was answered. */
    public boolean isOk() {
        return failure.isEmpty();
    }
}
