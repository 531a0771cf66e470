// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/**
 * The type of the elements of a NumPy array.
 *
 * @param kind the letter that NumPy uses for the type
 * @param size the number of bytes of an element
 * @param bigEndian true if the most significant byte comes first
 * @param unit the unit of times, such as {@code ns}; empty for other types
 */
record ElementType(char kind, int size, boolean bigEndian, String unit) {

    static final char OBJECT = 'O';

    boolean isObject() {
        return kind == OBJECT;
    }

    boolean isInteger() {
        return (kind == 'i' || kind == 'u') && isSizePowerOfTwo();
    }

    boolean isFloat() {
        return kind == 'f' && size > 1 && isSizePowerOfTwo();
    }

    boolean isBoolean() {
        return kind == 'b' && size == 1;
    }

    private boolean isSizePowerOfTwo() {
        return size <= Long.BYTES && Integer.bitCount(size) == 1;
    }

    @Override
    public String toString() {
        return switch (kind) {
            case 'i' -> "int" + Byte.SIZE * size;
            case 'u' -> "uint" + Byte.SIZE * size;
            case 'f' -> "float" + Byte.SIZE * size;
            case 'c' -> "complex" + Byte.SIZE * size;
            case 'b' -> "bool";
            case OBJECT -> "object";
            case 'U' -> "str";
            case 'S' -> "bytes";
            case 'M' -> "datetime64[" + unit + "]";
            case 'm' -> "timedelta64";
            case 'V' -> "records";
            default -> "type " + kind;
        };
    }

    /** A NumPy {@code dtype}. The constructor gets the name; {@link #build} gets the byte order and the unit. */
    static final class Dtype implements PickleMachine.Buildable {

        private static final String DTYPE = "a dtype";
        private static final int MAX_DIGITS = 8;
        private static final int BYTES_PER_CHARACTER = 4;
        private static final int BYTE_ORDER = 1;
        private static final int SUBARRAY = 2;
        private static final int METADATA = 8;

        private ElementType type;

        Dtype(String name) throws DatasetException {
            int digits = name.length() - 1;
            if (digits < 0
                    || digits > MAX_DIGITS
                    || !Character.isLetter(name.charAt(0))
                    || !name.chars().skip(1).allMatch(c -> c >= '0' && c <= '9')) {
                throw new DatasetException(
                        "the pickle has an array of the type " + PickleChecks.quote(name) + ", which is not supported");
            }
            int count = digits == 0 ? 0 : Integer.parseInt(name.substring(1));
            char kind = name.charAt(0);
            type = new ElementType(kind, kind == 'U' ? BYTES_PER_CHARACTER * count : count, false, "");
        }

        ElementType type() {
            return type;
        }

        @Override
        public void build(Object state) throws DatasetException {
            PickleList parts = PickleChecks.requireType(PickleList.class, state, DTYPE);
            boolean bigEndian = ">".equals(PickleChecks.requirePart(parts, BYTE_ORDER, DTYPE));
            char kind = PickleChecks.requirePart(parts, SUBARRAY, DTYPE) == PickleMachine.NONE ? type.kind() : 'V';
            type = new ElementType(kind, type.size(), bigEndian, kind == 'M' ? unit(parts) : "");
        }

        /** Returns the unit of times. The dtype contains the unit in a tuple (metadata, (unit, count, 1, 1)). */
        private static String unit(PickleList parts) throws DatasetException {
            PickleList metadata =
                    PickleChecks.requireType(PickleList.class, PickleChecks.requirePart(parts, METADATA, DTYPE), DTYPE);
            PickleList unit =
                    PickleChecks.requireType(PickleList.class, PickleChecks.requirePart(metadata, 1, DTYPE), DTYPE);
            PickleChecks.requireInteger(
                    PickleChecks.requirePart(unit, 1, DTYPE), 1, 1, "the count in the unit of a time");
            Blob name = PickleChecks.requireType(Blob.class, PickleChecks.requirePart(unit, 0, DTYPE), DTYPE);
            return name.text(0, Math.min(name.length(), MAX_DIGITS));
        }
    }
}
