// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import io.loadharness.Failure;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.util.Objects;
import java.util.Optional;

/**
 * The record of one sample. Immutable if {@code gaps} is not modified.
 *
 * @param sampleIndex the index of the sample in the dataset
 * @param endpoint the name of the backend to which the sample was sent; empty if the sample was never sent
 * @param failure the failure; empty if the sample completed
 * @param times the times, in nanoseconds since the {@link RecordHeader#started start} of the recording
 * @param usage the token usage that the server reported; if it lacks the number of prompt tokens and the prompt was sent as token ids, the
 * number of these ids is used instead
 * @param tokens the number of tokens of the completion; 0 if unknown
 * @param tokenSource the source of the token count
 * @param finishReason the finish reason that the server reported; empty if the server reported no reason
 * @param gaps the nanoseconds from each chunk with tokens to the next one, starting at {@link Timeline#firstToken}
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

    /** Returns true if the sample completed. */
    public boolean isOk() {
        return failure.isEmpty();
    }

    /**
     * Returns a copy with later times.
     *
     * @param nanos the nanoseconds to add to all known times; they may be negative
     */
    public SampleRecord delayedBy(long nanos) {
        Timeline delayed = new Timeline(
                later(times.scheduled(), nanos),
                later(times.issued(), nanos),
                later(times.dequeued(), nanos),
                later(times.sent(), nanos),
                later(times.firstByte(), nanos),
                later(times.firstToken(), nanos),
                later(times.firstContent(), nanos),
                later(times.lastToken(), nanos),
                later(times.done(), nanos),
                later(times.firstReported(), nanos),
                later(times.reported(), nanos));
        return new SampleRecord(
                sampleIndex, endpoint, failure, delayed, usage, tokens, tokenSource, finishReason, gaps);
    }

    private static long later(long time, long nanos) {
        return time == Timeline.UNKNOWN ? time : time + nanos;
    }
}
