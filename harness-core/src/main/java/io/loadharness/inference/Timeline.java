// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/**
 * The timestamps of a request, in {@link System#nanoTime()}. The timestamp of a part of the response is the time at which its bytes were
 * read. Immutable.
 *
 * <p>A backend sets the timestamps from {@code dequeued} to {@code done}, in this order. Two of these timestamps may be equal. A sample
 * fails if a timestamp contradicts this order, is before the issue of the sample, or is in the future.
 *
 * <pre>{@code
 * Timeline timeline = Timeline.builder().sent(sent).firstToken(first).lastToken(last).done(System.nanoTime()).build();
 * }</pre>
 *
 * @param scheduled the scheduled start that the load generator set
 * @param issued the time at which the system under test received the sample
 * @param dequeued the time at which the transport took the request from its queue; after this time the request waits only for a connection
 *     and the network
 * @param sent the time at which the last byte of the request was handed to the network
 * @param firstByte the time of the first byte of the response
 * @param firstToken the time of the first chunk with a token, including reasoning tokens
 * @param firstContent the time of the first chunk with a token that is not reasoning
 * @param lastToken the time of the last chunk with a token
 * @param done the time at which the response was complete or the request failed
 * @param firstReported the time at which the first token was reported to the load generator
 * @param reported the time at which the end was reported to the load generator
 * @param workerFirstToken a duration, not a timestamp: the nanoseconds from the request to {@code firstToken}, measured by a worker on
 *     another machine. Unknown if this process sent the request to the server
 * @param workerDone a duration, not a timestamp: the nanoseconds from the request to {@code done}, measured by a worker on another machine.
 *     Unknown if this process sent the request to the server
 */
public record Timeline(
        long scheduled,
        long issued,
        long dequeued,
        long sent,
        long firstByte,
        long firstToken,
        long firstContent,
        long lastToken,
        long done,
        long firstReported,
        long reported,
        long workerFirstToken,
        long workerDone) {

    /** The value of an unknown timestamp, or of an event that did not occur. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** Creates the timeline of a request that this process sent to the server. */
    public Timeline(
            long scheduled,
            long issued,
            long dequeued,
            long sent,
            long firstByte,
            long firstToken,
            long firstContent,
            long lastToken,
            long done,
            long firstReported,
            long reported) {
        this(
                scheduled,
                issued,
                dequeued,
                sent,
                firstByte,
                firstToken,
                firstContent,
                lastToken,
                done,
                firstReported,
                reported,
                UNKNOWN,
                UNKNOWN);
    }

    /** Returns a timeline in which only {@link #done()} is known. */
    public static Timeline endedAt(long nanos) {
        return builder().done(nanos).build();
    }

    /** Returns a copy of the timeline with the timestamps that only the system under test knows. */
    Timeline ofSample(long scheduledNanos, long issuedNanos, long firstReportedNanos, long reportedNanos) {
        return new Timeline(
                scheduledNanos,
                issuedNanos,
                dequeued,
                sent,
                firstByte,
                firstToken,
                firstContent,
                lastToken,
                done,
                firstReportedNanos,
                reportedNanos,
                workerFirstToken,
                workerDone);
    }

    /** Returns a builder in which all timestamps are {@link #UNKNOWN}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds a {@link Timeline}. Not thread-safe. */
    public static final class Builder {

        private long scheduled = UNKNOWN;
        private long issued = UNKNOWN;
        private long dequeued = UNKNOWN;
        private long sent = UNKNOWN;
        private long firstByte = UNKNOWN;
        private long firstToken = UNKNOWN;
        private long firstContent = UNKNOWN;
        private long lastToken = UNKNOWN;
        private long done = UNKNOWN;
        private long firstReported = UNKNOWN;
        private long reported = UNKNOWN;
        private long workerFirstToken = UNKNOWN;
        private long workerDone = UNKNOWN;

        private Builder() {}

        /** Sets {@link Timeline#scheduled()}. */
        public Builder scheduled(long nanos) {
            scheduled = nanos;
            return this;
        }

        /** Sets {@link Timeline#issued()}. */
        public Builder issued(long nanos) {
            issued = nanos;
            return this;
        }

        /** Sets {@link Timeline#dequeued()}. */
        public Builder dequeued(long nanos) {
            dequeued = nanos;
            return this;
        }

        /** Sets {@link Timeline#sent()}. */
        public Builder sent(long nanos) {
            sent = nanos;
            return this;
        }

        /** Sets {@link Timeline#firstByte()}. */
        public Builder firstByte(long nanos) {
            firstByte = nanos;
            return this;
        }

        /** Sets {@link Timeline#firstToken()}. */
        public Builder firstToken(long nanos) {
            firstToken = nanos;
            return this;
        }

        /** Sets {@link Timeline#firstContent()}. */
        public Builder firstContent(long nanos) {
            firstContent = nanos;
            return this;
        }

        /** Sets {@link Timeline#lastToken()}. */
        public Builder lastToken(long nanos) {
            lastToken = nanos;
            return this;
        }

        /** Sets {@link Timeline#done()}. */
        public Builder done(long nanos) {
            done = nanos;
            return this;
        }

        /** Sets {@link Timeline#firstReported()}. */
        public Builder firstReported(long nanos) {
            firstReported = nanos;
            return this;
        }

        /** Sets {@link Timeline#reported()}. */
        public Builder reported(long nanos) {
            reported = nanos;
            return this;
        }

        /** Sets {@link Timeline#workerFirstToken()}. */
        public Builder workerFirstToken(long nanos) {
            workerFirstToken = nanos;
            return this;
        }

        /** Sets {@link Timeline#workerDone()}. */
        public Builder workerDone(long nanos) {
            workerDone = nanos;
            return this;
        }

        /** Returns the timeline. */
        public Timeline build() {
            return new Timeline(
                    scheduled,
                    issued,
                    dequeued,
                    sent,
                    firstByte,
                    firstToken,
                    firstContent,
                    lastToken,
                    done,
                    firstReported,
                    reported,
                    workerFirstToken,
                    workerDone);
        }
    }
}
