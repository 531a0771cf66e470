// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.util.Objects;
import java.util.Optional;

/**
 * The record of one sample. Immutable if {@code gaps} is not modified.
 *
 * @param sampleIndex the index of the sample in the dataset
 * @param endpoint the name of the endpoint to which the sample was sent; empty if the sample was never sent
 * @param failure the failure; empty if the sample completed
 * @param times the times, in nanoseconds since the {@link RecordHeader#started start} of the recording
 * @param usage the token usage that the server reported; if the server did not report the prompt tokens, but the prompt was sent as token
 *     ids, the number of these ids
 * @param tokens the number of tokens of the completion; 0 if unknown
 * @param tokenSource the source of the token count
 * @param finishReason the finish reason that the server reported; empty if the server reported no reason
 * @param gaps the times between consecutive chunks with tokens, in nanoseconds; the first gap starts at {@link Timeline#firstToken}
 * @param sequence the sequence number of the sample in a load that several processes generate together, see {@link Query#sequence()};
 *     {@link Query#NOT_NUMBERED} if one process generated the whole load
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
        long[] gaps,
        long sequence) {

    public SampleRecord {
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(times, "times");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(tokenSource, "tokenSource");
        Objects.requireNonNull(finishReason, "finishReason");
        Objects.requireNonNull(gaps, "gaps");
    }

    /** Creates the record of a sample without a sequence number. */
    public SampleRecord(
            int sampleIndex,
            String endpoint,
            Optional<Failure> failure,
            Timeline times,
            Usage usage,
            int tokens,
            TokenSource tokenSource,
            String finishReason,
            long[] gaps) {
        this(sampleIndex, endpoint, failure, times, usage, tokens, tokenSource, finishReason, gaps, Query.NOT_NUMBERED);
    }

    /** Returns a copy with another endpoint name. */
    SampleRecord at(String newEndpoint) {
        return new SampleRecord(
                sampleIndex, newEndpoint, failure, times, usage, tokens, tokenSource, finishReason, gaps, sequence);
    }

    /** Returns true if the sample completed. */
    public boolean isOk() {
        return failure.isEmpty();
    }

    /**
     * Returns a copy with shifted times.
     *
     * @param nanos the nanoseconds to add to all known times; may be negative
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
                later(times.reported(), nanos),
                times.workerFirstToken(),
                times.workerDone());
        return new SampleRecord(
                sampleIndex, endpoint, failure, delayed, usage, tokens, tokenSource, finishReason, gaps, sequence);
    }

    private static long later(long time, long nanos) {
        return time == Timeline.UNKNOWN ? time : time + nanos;
    }
}
