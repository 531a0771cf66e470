// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The padding of an array of lists. All rows of the array have the same width, and each row contains one list and pad values. The pad
 * values are on the same side in all rows, the right or the left. Call {@link #cut}, {@link #cutTo} or {@link #cutByMask} for a row;
 * {@link #from} and {@link #length} then return the position of its list. Each instance reads one array once.
 */
final class Padding {

    /** The side of a row on which the pad values are. */
    enum Side {
        LEFT("start"),
        RIGHT("end");

        private final String place;

        Side(String place) {
            this.place = place;
        }
    }

    private final OptionalInt pad;
    private @Nullable Side side;
    private OptionalInt foundPad;
    private int from;
    private int length;

    /**
     * Creates the padding of an array.
     *
     * @param pad the pad id; empty if it is unknown
     */
    Padding(OptionalInt pad) {
        this.pad = pad;
        this.foundPad = pad;
    }

    /** Sets the side of the padding. */
    void setSide(Side known) {
        side = known;
    }

    /** Returns the position of the first value of the list. */
    int from() {
        return from;
    }

    /** Returns the number of values of the list. */
    int length() {
        return length;
    }

    /**
     * Finds the list in a row by its pads. Without a pad id, the list is the whole row.
     *
     * @throws DatasetException if pads are on both sides or within the list, or on the other side than in an earlier row
     */
    void cut(int[] values, int width) throws DatasetException {
        from = 0;
        length = width;
        if (pad.isEmpty()) {
            return;
        }
        int id = pad.getAsInt();
        int end = width;
        while (end > 0 && values[end - 1] == id) {
            end--;
        }
        if (end == 0) {
            length = 0;
            return;
        }
        int start = 0;
        while (values[start] == id) {
            start++;
        }
        if (start > 0 && end < width) {
            throw new DatasetException("the pad id " + id + " is at both ends of the row; padding is on one side: "
                    + "add an array of the lengths, or leave out the pad id");
        }
        for (int i = start; i < end; i++) {
            if (values[i] == id) {
                throw new DatasetException("the pad id " + id + " is also within the row, at position " + i
                        + ": if it is a part of the list, add an array of the lengths");
            }
        }
        if (start > 0 || end < width) {
            requireSide(start > 0 ? Side.LEFT : Side.RIGHT, id);
        }
        from = start;
        length = end - start;
    }

    private void requireSide(Side found, int id) throws DatasetException {
        if (side != null && side != found) {
            throw new DatasetException("the pad id " + id + " is at the " + found.place
                    + " of the row, but in earlier rows it is at the " + side.place
                    + ": add an array of the lengths, or leave out the pad id");
        }
        side = found;
    }

    /**
     * Finds the list in a row by its length. The values outside the list must be the pad id. If the pad id is unknown, they must be the
     * same value in all rows. One pad id at the edge of the list is kept, because it can be the end token of the list.
     *
     * @throws DatasetException if a value outside the list is not the pad id, or if the list has more than one pad id at its edge
     */
    void cutTo(int known, int[] values, int width) throws DatasetException {
        boolean isLeft = side == Side.LEFT;
        int pads = width - known;
        length = known;
        from = isLeft ? pads : 0;
        if (pads == 0) {
            return;
        }
        if (foundPad.isEmpty()) {
            foundPad = OptionalInt.of(values[isLeft ? 0 : width - 1]);
        }
        int id = foundPad.getAsInt();
        int first = isLeft ? 0 : known;
        for (int i = first; i < first + pads; i++) {
            if (values[i] != id) {
                throw new DatasetException(
                        "the length of the row is " + known + ", but the value at position " + i
                                + " is " + values[i] + " instead of the pad id " + id
                                + (pad.isPresent()
                                        ? ""
                                        : ", which is the " + (isLeft ? "first" : "last")
                                                + " value of the first padded row: check the lengths, or set the pad id (--pad-id)"));
            }
        }
        if (pad.isPresent() && known > 1) {
            requireCut(id, values, isLeft);
        }
    }

    private void requireCut(int id, int[] values, boolean isLeft) throws DatasetException {
        int edge = isLeft ? from : length - 1;
        int next = isLeft ? edge + 1 : edge - 1;
        if (values[edge] == id && values[next] == id) {
            throw new DatasetException("the length of the row is " + length + ", but more than one pad id " + id
                    + " is within this length, at position " + next + ": check the lengths, or leave out the pad id");
        }
    }

    /**
     * Finds the list in a row by its attention mask, which has a one for each value of the list.
     *
     * @throws DatasetException if the mask has other values than zero and one, or zeros between ones
     */
    void cutByMask(int[] mask, int width) throws DatasetException {
        int start = 0;
        while (start < width && mask[start] == 0) {
            start++;
        }
        int end = start;
        while (end < width && mask[end] == 1) {
            end++;
        }
        for (int i = end; i < width; i++) {
            if (mask[i] != 0) {
                throw new DatasetException("the attention mask must be zeros and ones, with the ones together: got "
                        + mask[i] + " at position " + i);
            }
        }
        from = start;
        length = end - start;
    }

    /**
     * Checks that an attention mask selects the list that was found before.
     *
     * @throws DatasetException if the mask selects other values, or is not a mask
     */
    void requireMask(int[] mask, int width) throws DatasetException {
        int knownFrom = from;
        int knownLength = length;
        cutByMask(mask, width);
        if (length != knownLength || (length > 0 && from != knownFrom)) {
            throw new DatasetException("the length of the list is " + knownLength + " at position " + knownFrom
                    + ", but the attention mask has " + length + (length == 1 ? " one" : " ones") + " at position "
                    + from
                    + ": correct or remove one of the two arrays");
        }
    }

    /**
     * Finds the side of the padding in an array whose lengths are known: the side on which the values outside the lists are the same in all
     * rows. If this is true for both sides or for no side, the result is the right side.
     */
    static final class SideFinder {

        private final OptionalInt pad;
        private OptionalInt leftPad;
        private OptionalInt rightPad;
        private boolean canBeLeft = true;
        private boolean canBeRight = true;

        SideFinder(OptionalInt pad) {
            this.pad = pad;
            leftPad = pad;
            rightPad = pad;
        }

        /** Reads a row. Returns true if the next row is needed. */
        boolean read(int known, int[] values, int width) {
            if (known < width) {
                leftPad = leftPad.isPresent() ? leftPad : OptionalInt.of(values[0]);
                rightPad = rightPad.isPresent() ? rightPad : OptionalInt.of(values[width - 1]);
                canBeLeft = canBeLeft && areAll(leftPad.getAsInt(), values, 0, width - known);
                canBeRight = canBeRight && areAll(rightPad.getAsInt(), values, known, width);
            }
            return canBeLeft && canBeRight;
        }

        /** Returns true if the padding can be on either side, and only a pad id could decide. */
        boolean isAmbiguous() {
            return pad.isEmpty() && leftPad.isPresent() && canBeLeft && canBeRight;
        }

        Side side() {
            return canBeLeft && !canBeRight ? Side.LEFT : Side.RIGHT;
        }

        private static boolean areAll(int pad, int[] values, int from, int to) {
            for (int i = from; i < to; i++) {
                if (values[i] != pad) {
                    return false;
                }
            }
            return true;
        }
    }
}
