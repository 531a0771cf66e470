// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Locale;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the timestamps of a backend are possible: that they are in the order of the events, not before the request was passed to the
 * backend, and not after the result was reported. The time {@code issued} is that of the issue of the sample; {@code handedOver} is the time
 * at which the request was passed to the backend, which is not before {@code issued}.
 */
final class TimelineCheck {

    private record Stamp(String name, ToLongFunction<Timeline> of) {}

    private static final Stamp[] IN_ORDER = {
        new Stamp("dequeued", Timeline::dequeued),
        new Stamp("sent", Timeline::sent),
        new Stamp("firstByte", Timeline::firstByte),
        new Stamp("firstToken", Timeline::firstToken),
        new Stamp("firstContent", Timeline::firstContent),
        new Stamp("lastToken", Timeline::lastToken),
        new Stamp("done", Timeline::done)
    };
    private static final Stamp[] DURATIONS = {
        new Stamp("workerFirstToken", Timeline::workerFirstToken), new Stamp("workerDone", Timeline::workerDone)
    };

    /** The clock of a worker may be faster than the clock of this process, by at most 1 % of the duration and this time. */
    private static final long TOLERANCE_NANOS = 1_000_000_000;

    private static final double MICRO = 1e3;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    private TimelineCheck() {}

    /**
     * Returns null if all timestamps and durations are possible. Otherwise, returns a sentence that names two contradictory timestamps, or
     * a duration that is negative or longer than the request.
     *
     * @param firstReported the time at which the backend reported the first token, or {@link Timeline#UNKNOWN}
     * @param reported the time at which the backend reported the result
     */
    static @Nullable String contradiction(
            Timeline times, long issued, long handedOver, long firstReported, long reported) {
        long last = handedOver;
        String lastName = "";
        for (Stamp each : IN_ORDER) {
            long nanos = each.of.applyAsLong(times);
            if (nanos == Timeline.UNKNOWN) {
                continue;
            }
            if (nanos > reported) {
                return after(each.name, nanos, "reported", reported);
            }
            if (nanos < last) {
                return lastName.isEmpty()
                        ? beforeHandOver(each.name, nanos, issued, handedOver)
                        : before(each.name, nanos, lastName, last);
            }
            last = nanos;
            lastName = each.name;
        }
        if (firstReported != Timeline.UNKNOWN && times.firstToken() > firstReported) {
            return after("firstToken", times.firstToken(), "firstReported", firstReported);
        }
        for (Stamp each : DURATIONS) {
            long nanos = each.of.applyAsLong(times);
            if (nanos == Timeline.UNKNOWN) {
                continue;
            }
            if (nanos < 0) {
                return each.name + " is -" + duration(-(double) nanos) + ": a duration must not be negative";
            }
            if (nanos > (reported - handedOver) + (reported - handedOver) / 100 + TOLERANCE_NANOS) {
                return each.name + " is " + duration((double) nanos) + ", but the request took "
                        + duration((double) reported - handedOver)
                        + ": the backend must set a duration, not a timestamp";
            }
        }
        return null;
    }

    /** Returns null if the time of the first chunk is possible, otherwise a sentence like that of {@link #contradiction}. */
    static @Nullable String contradictionOfFirstChunk(long nanos, long issued, long handedOver, long firstReported) {
        if (nanos < handedOver) {
            return beforeHandOver("the time of chunk 1", nanos, issued, handedOver);
        }
        return nanos > firstReported ? after("the time of chunk 1", nanos, "firstReported", firstReported) : null;
    }

    /**
     * Returns null if the times of the chunks are possible for a response with these timestamps, otherwise a sentence like that of
     * {@link #contradiction}: the first token must not be earlier than the first chunk, and nothing ends before the last chunk.
     */
    static @Nullable String contradictionOfChunks(Timeline times, long firstChunk, int chunks, long lastChunk) {
        if (times.firstToken() != Timeline.UNKNOWN && times.firstToken() < firstChunk) {
            return before("firstToken", times.firstToken(), "the time of chunk 1", firstChunk);
        }
        if (times.lastToken() != Timeline.UNKNOWN && times.lastToken() < lastChunk) {
            return before("lastToken", times.lastToken(), "the time of chunk " + chunks, lastChunk);
        }
        return times.done() != Timeline.UNKNOWN && times.done() < lastChunk
                ? before("done", times.done(), "the time of chunk " + chunks, lastChunk)
                : null;
    }

    /** Returns the sentence about a chunk whose time is before that of the previous chunk. */
    static String chunkBeforePrevious(int chunk, long nanos, long previous) {
        return before("the time of chunk " + chunk, nanos, "the time of chunk " + (chunk - 1), previous);
    }

    /** Returns the sentence about a last chunk whose time is after the report of the result. */
    static String chunkAfterEnd(int chunk, long nanos, long reported) {
        return after("the time of chunk " + chunk, nanos, "reported", reported);
    }

    private static String beforeHandOver(String name, long nanos, long issued, long handedOver) {
        return nanos < issued
                ? before(name, nanos, "issued", issued)
                : before(name, nanos, "the time at which the backend received the request", handedOver);
    }

    private static String before(String name, long nanos, String other, long otherNanos) {
        return sentence(name, (double) otherNanos - nanos, "before", other);
    }

    private static String after(String name, long nanos, String other, long otherNanos) {
        return sentence(name, (double) nanos - otherNanos, "after", other);
    }

    private static String sentence(String name, double nanos, String relation, String other) {
        return name + " is " + duration(nanos) + " " + relation + " " + other
                + ": the backend must set timestamps of System.nanoTime() in the order of the events";
    }

    private static String duration(double nanos) {
        if (nanos >= SECOND) {
            return String.format(Locale.ROOT, "%.1f s", nanos / SECOND);
        }
        if (nanos >= MILLI) {
            return String.format(Locale.ROOT, "%.1f ms", nanos / MILLI);
        }
        return nanos >= MICRO
                ? String.format(Locale.ROOT, "%.1f µs", nanos / MICRO)
                : String.format(Locale.ROOT, "%.0f ns", nanos);
    }
}
