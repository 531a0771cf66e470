package io.loadharness.inference;

/**
 * When what happened to a request, in {@link System#nanoTime()}. Stamps of the way back are taken when the bytes were read.
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

    /** What a backend knows of a request. */
    public static Timeline ofRequest(
            long taken, long sent, long firstByte, long firstToken, long firstAnswer, long lastToken, long done) {
        return new Timeline(
                UNKNOWN, UNKNOWN, taken, sent, firstByte, firstToken, firstAnswer, lastToken, done, UNKNOWN, UNKNOWN);
    }

    /** A request of which only the end is known. */
    public static Timeline endedAt(long nanos) {
        return ofRequest(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, nanos);
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
}
