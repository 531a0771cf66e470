package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.util.OptionalInt;

/** Says how many values of a row of fixed width are its own. */
@FunctionalInterface
interface RowCut {

    /** At most {@code width}. */
    int length(int[] values, int width) throws DatasetException;

    /** Cuts off what fills up the end. */
    static RowCut at(OptionalInt pad) {
        return pad.isPresent()
                ? (values, width) -> lengthWithout(pad.getAsInt(), values, width)
                : (values, width) -> width;
    }

    private static int lengthWithout(int pad, int[] values, int width) {
        int length = width;
        while (length > 0 && values[length - 1] == pad) {
            length--;
        }
        return length;
    }
}
