// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.internal.EqualShares;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of several equal parts of a schedule, for a load that several processes or machines generate together. All processes compute the same
 * schedule from the same seed. The process with rank {@code r} of {@code n} issues the arrivals {@code i} with {@code i % n == r}. Each
 * arrival has the same time and sample as in the whole schedule. Therefore all slices together issue exactly the whole schedule.
 *
 * <pre>{@code
 * LoadGenerator load = new ScheduledLoad(schedule).slice(Slice.parse("0/3"));
 * }</pre>
 *
 * @param rank the number of the slice, from 0 to {@code count - 1}
 * @param count the number of slices
 */
public record Slice(int rank, int count) {

    /** The maximum number of slices. */
    public static final int MAX_COUNT = 10_000;

    static final Slice WHOLE = new Slice(0, 1);

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

    public Slice {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException(
                    "the number of slices must be between 1 and " + MAX_COUNT + ": got " + count);
        }
        if (rank < 0 || rank >= count) {
            throw new IllegalArgumentException("the rank of a slice must be between 0 and " + (count - 1) + " if there"
                    + " are " + count + " slices: got " + rank);
        }
    }

    /**
     * Parses a slice in the form {@code rank/count}, for example {@code 0/3} for the first of three slices.
     *
     * @throws IllegalArgumentException if the text is not a slice
     */
    public static Slice parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "a slice has the form rank/count, for example 0/3 for the first of three: got " + text);
        }
        return new Slice(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    /** Returns true if the arrival or session with the given number belongs to this slice. */
    public boolean contains(long number) {
        return number % count == rank;
    }

    /**
     * Returns the share of this slice in a limit, such as the number of samples in flight. The shares of all slices add up to the limit.
     * The shares of the first slices are larger by one if the limit is not a multiple of the number of slices.
     */
    public int shareOf(int limit) {
        return EqualShares.of(limit, count, rank);
    }

    /** Counts the arrivals of this slice among {@code length} consecutive arrivals, the first of which has the number {@code first}. */
    long shareOf(long first, long length) {
        return before(first + length) - before(first);
    }

    /** Counts the arrivals of this slice whose number is below {@code end}. */
    private long before(long end) {
        return (end - rank + count - 1) / count;
    }

    /** Returns the slice in the form {@code rank/count}. */
    @Override
    public String toString() {
        return rank + "/" + count;
    }
}
