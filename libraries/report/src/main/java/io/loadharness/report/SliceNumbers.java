// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Query;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Collects the sequence numbers of the records of all slices, to find missing and duplicate records. Not thread-safe. */
final class SliceNumbers {

    /** The maximum number of samples of a slice. */
    private static final long MAX_NUMBERS = 100_000_000;

    private final boolean numbersAll;
    private final int slices;
    private final BitSet seen = new BitSet();
    private final long[] counts;
    private final long[] highest;
    private long unnumbered;
    private long duplicates;
    private long firstDuplicate;

    /** @param numbersAll see {@link RunSlice#numbersAll} */
    SliceNumbers(int slices, boolean numbersAll) {
        this.slices = slices;
        this.numbersAll = numbersAll;
        counts = new long[slices];
        highest = new long[slices];
    }

    void add(int rank, long number) {
        if (number == Query.NOT_NUMBERED
                || number < 0
                || number / slices >= MAX_NUMBERS
                || number > Integer.MAX_VALUE
                || (!numbersAll && number % slices != rank)) {
            unnumbered++;
            return;
        }
        int bit = (int) number;
        if (seen.get(bit)) {
            firstDuplicate = duplicates == 0 ? number : firstDuplicate;
            duplicates++;
            return;
        }
        seen.set(bit);
        counts[rank]++;
        highest[rank] = Math.max(highest[rank], number);
    }

    /**
     * Returns one sentence for each kind of error; empty if each sample has exactly one record.
     *
     * @param allIssued true if the slices issued all samples; otherwise, a sample without a record is not an error
     */
    List<String> errors(boolean allIssued) {
        List<String> errors = new ArrayList<>();
        if (unnumbered > 0) {
            errors.add(unnumbered + " records have no sequence number, or the sequence number of another slice");
        }
        if (duplicates > 0) {
            errors.add(duplicates + " samples are recorded more than once; the first is sample " + firstDuplicate);
        }
        long missing = allIssued ? missing() : 0;
        if (missing > 0) {
            errors.add(missing + " of " + (missing + seen.cardinality()) + " samples have no record"
                    + (numbersAll ? "; the first is sample " + seen.nextClearBit(0) : ""));
        }
        return errors;
    }

    private long missing() {
        if (numbersAll) {
            return seen.length() - (long) seen.cardinality();
        }
        long missing = 0;
        for (int rank = 0; rank < slices; rank++) {
            missing += counts[rank] == 0 ? 0 : (highest[rank] - rank) / slices + 1 - counts[rank];
        }
        return missing;
    }
}
