// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.nio.ByteOrder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of a value in an array of NumPy.
 *
 * @param kind NumPy's letter: i, u, b for whole numbers and flags, f for fractions, U and S for texts, V for bytes without a meaning
 * @param size the number of bytes of a value
 * @param order that of the bytes of a number
 */
record NpyType(char kind, int size, ByteOrder order) {

    private static final Pattern DESCRIPTION = Pattern.compile("([<>|])([a-zA-Z])([0-9]{0,9})(\\[.*])?");
    private static final int BYTES_OF_CHARACTER = 4;

    /** More than any prompt; a text is held in memory as a whole. */
    private static final int MAX_LENGTH = 1 << 26;

    static NpyType of(String description) throws DatasetException {
        Matcher parts = DESCRIPTION.matcher(description);
        if (!parts.matches()) {
            throw unknown(description);
        }
        char kind = parts.group(2).charAt(0);
        if (kind == 'O') {
            throw DatasetException.of(
                    "the array holds Python objects, which NumPy stores as a pickle: save a table of numbers that is "
                            + "filled up to the longest row, with a second array of the lengths, or save JSONL");
        }
        long size = parts.group(3).isEmpty() ? 0 : Long.parseLong(parts.group(3));
        if (!isKnown(kind, size)) {
            throw unknown(description);
        }
        long bytes = kind == 'U' ? BYTES_OF_CHARACTER * size : size;
        if (bytes > MAX_LENGTH) {
            throw DatasetException.of(
                    "the texts of the array have " + bytes + " bytes each; the maximum is " + MAX_LENGTH);
        }
        return new NpyType(
                kind, (int) bytes, parts.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    /** Whether rows of such values are lists. */
    boolean isWhole() {
        return kind == 'i' || kind == 'u' || kind == 'b';
    }

    boolean isFlag() {
        return kind == 'b';
    }

    boolean isText() {
        return kind == 'U' || kind == 'S';
    }

    /** Whether it only fills a gap. */
    boolean isGap() {
        return kind == 'V';
    }

    private static boolean isKnown(char kind, long size) {
        return switch (kind) {
            case 'i', 'u' -> size == 1 || size == 2 || size == 4 || size == 8;
            case 'f' -> size == 2 || size == 4 || size == 8;
            case 'b' -> size == 1;
            case 'U', 'S', 'V' -> true;
            default -> false;
        };
    }

    private static DatasetException unknown(String description) {
        return DatasetException.of("the array holds values of type \"" + description
                + "\": whole numbers, numbers of 2, 4 or 8 bytes, flags and texts can be read");
    }
}
