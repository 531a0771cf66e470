// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.nio.ByteOrder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of the values of a NumPy array.
 *
 * @param kind the letter that NumPy uses: i and u for integers, b for booleans, f for floats, U and S for strings, V for void
 * @param size the number of bytes of a value
 * @param order the byte order
 */
record NpyType(char kind, int size, ByteOrder order) {

    private static final Pattern DESCRIPTION = Pattern.compile("([<>|])([a-zA-Z])([0-9]{0,9})(\\[.*])?");
    private static final int BYTES_PER_CHARACTER = 4;

    /**
     * The maximum number of bytes of a string. The limit exists because the reader keeps the whole string in memory. No prompt is this
     * long.
     */
    private static final int MAX_LENGTH = 1 << 26;

    static NpyType of(String description) throws DatasetException {
        Matcher parts = DESCRIPTION.matcher(description);
        if (!parts.matches()) {
            throw unsupported(description);
        }
        char kind = parts.group(2).charAt(0);
        if (kind == 'O') {
            throw DatasetException.of(
                    "the array holds Python objects, which NumPy stores as a pickle: save a table of integers that is "
                            + "padded to the longest row, with a second array of the lengths, or save JSONL");
        }
        long size = parts.group(3).isEmpty() ? 0 : Long.parseLong(parts.group(3));
        if (!isSupported(kind, size)) {
            throw unsupported(description);
        }
        long bytes = kind == 'U' ? BYTES_PER_CHARACTER * size : size;
        if (bytes > MAX_LENGTH) {
            throw DatasetException.of(
                    "the strings of the array have " + bytes + " bytes each; the maximum is " + MAX_LENGTH);
        }
        return new NpyType(
                kind, (int) bytes, parts.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns true for integers and booleans. Only values of these types can be elements of lists. */
    boolean isIntegral() {
        return kind == 'i' || kind == 'u' || kind == 'b';
    }

    boolean isFlag() {
        return kind == 'b';
    }

    boolean isText() {
        return kind == 'U' || kind == 'S';
    }

    /** Returns true for raw bytes. NumPy uses this type for the gaps between aligned fields. */
    boolean isVoid() {
        return kind == 'V';
    }

    private static boolean isSupported(char kind, long size) {
        return switch (kind) {
            case 'i', 'u' -> size == 1 || size == 2 || size == 4 || size == 8;
            case 'f' -> size == 2 || size == 4 || size == 8;
            case 'b' -> size == 1;
            case 'U', 'S', 'V' -> true;
            default -> false;
        };
    }

    private static DatasetException unsupported(String description) {
        return DatasetException.of("the array has values of type \"" + description
                + "\"; supported are integers, floats of 2, 4 or 8 bytes, booleans and strings");
    }
}
