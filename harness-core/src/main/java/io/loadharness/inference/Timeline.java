// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/**
 * When what happened to a request, in {@link System#nanoTime()}. Stamps of the way back are taken when the bytes were read.
 *
 * <pre>{@code
 * Timeline.builder().sent(sent).firstToken(first).lastToken(last).done(System.nanoTime()).build()
 * }</pre>
 *
 * @param scheduled when the load generator wanted it to be issued
 * @param issued when it reached the system under test
 * @param taken when the client was done with it: until it was sent, it waited for a connection and for the network
 * @param sent when its last byte was handed to the network
 * @param firstByte when the answer began
 * @param firstToken when the first chunk with a token came, reasoning included
 * @param firstAnswer when the first chunk with a token that is not reasoning came
 * @param lastToken when the last chunk with a token came
 * @param done when the answer was complete, or had failed
 * @param firstTold when the load generator was told of the first token
 * @param told when the load generator was told of the end
 */
public record Timeline(
        long scheduled,
        long issued,
        long taken,
        long sent,
        long firstByte,
        long firstToken,
        long firstAnswer,
        long lastToken,
        long done,
        long firstTold,
        long told) {

    /** What did not happen, or nobody knows when. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** A request of which only the end is known. */
    public static Timeline endedAt(long nanos) {
        return builder().done(nanos).build();
    }

    /** The same with what only the system under test knows. */
    Timeline ofSample(long scheduledNanos, long issuedNanos, long firstToldNanos, long toldNanos) {
        return new Timeline(
                scheduledNanos,
                issuedNanos,
                taken,
                sent,
                firstByte,
                firstToken,
                firstAnswer,
                lastToken,
                done,
                firstToldNanos,
                toldNanos);
    }

    /** Returns a builder in which everything is {@link #UNKNOWN}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds a {@link Timeline}. Not thread-safe. */
    public static final class Builder {

        private long scheduled = UNKNOWN;
        private long issued = UNKNOWN;
        private long taken = UNKNOWN;
        private long sent = UNKNOWN;
        private long firstByte = UNKNOWN;
        private long firstToken = UNKNOWN;
        private long firstAnswer = UNKNOWN;
        private long lastToken = UNKNOWN;
        private long done = UNKNOWN;
        private long firstTold = UNKNOWN;
        private long told = UNKNOWN;

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

        /** Sets {@link Timeline#taken()}. */
        public Builder taken(long nanos) {
            taken = nanos;
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

        /** Sets {@link Timeline#firstAnswer()}. */
        public Builder firstAnswer(long nanos) {
            firstAnswer = nanos;
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

        /** Sets {@link Timeline#firstTold()}. */
        public Builder firstTold(long nanos) {
            firstTold = nanos;
            return this;
        }

        /** Sets {@link Timeline#told()}. */
        public Builder told(long nanos) {
            told = nanos;
            return this;
        }

        /** Returns the times that were set. */
        public Timeline build() {
            return new Timeline(
                    scheduled,
                    issued,
                    taken,
                    sent,
                    firstByte,
                    firstToken,
                    firstAnswer,
                    lastToken,
                    done,
                    firstTold,
                    told);
        }
    }
}
