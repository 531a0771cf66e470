// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/**
 * The type of the elements of a NumPy array.
 *
 * @param kind NumPy's letter for it
 * @param size bytes of an element
 * @param bigEndian true if the highest byte comes first
 * @param unit of times: {@code ns}; empty otherwise
 */
record ElementType(char kind, int size, boolean bigEndian, String unit) {

    static final char OBJECT = 'O';

    boolean isObject() {
        return kind == OBJECT;
    }

    boolean isInteger() {
        return (kind == 'i' || kind == 'u') && hasPowerOfTwo();
    }

    boolean isFloat() {
        return kind == 'f' && size > 1 && hasPowerOfTwo();
    }

    boolean isBoolean() {
        return kind == 'b' && size == 1;
    }

    private boolean hasPowerOfTwo() {
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

    /** NumPy's {@code dtype} while it is built: the name first, byte order and unit afterwards. */
    static final class Dtype implements PickleMachine.Buildable {

        private static final String WHAT = "a dtype";
        private static final int MAX_DIGITS = 8;
        private static final int BYTES_OF_CHARACTER = 4;
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
                        "it has an array of the type " + Expect.quoted(name) + ", which is not supported");
            }
            int count = digits == 0 ? 0 : Integer.parseInt(name.substring(1));
            char kind = name.charAt(0);
            type = new ElementType(kind, kind == 'U' ? BYTES_OF_CHARACTER * count : count, false, "");
        }

        ElementType type() {
            return type;
        }

        @Override
        public void build(Object state) throws DatasetException {
            PickleList parts = Expect.type(PickleList.class, state, WHAT);
            boolean bigEndian = ">".equals(Expect.at(parts, BYTE_ORDER, WHAT));
            char kind = Expect.at(parts, SUBARRAY, WHAT) == PickleMachine.NONE ? type.kind() : 'V';
            type = new ElementType(kind, type.size(), bigEndian, kind == 'M' ? unit(parts) : "");
        }

        /** Returns the unit from (metadata, (unit, count, 1, 1)). */
        private static String unit(PickleList parts) throws DatasetException {
            PickleList metadata = Expect.type(PickleList.class, Expect.at(parts, METADATA, WHAT), WHAT);
            PickleList unit = Expect.type(PickleList.class, Expect.at(metadata, 1, WHAT), WHAT);
            Expect.integer(Expect.at(unit, 1, WHAT), 1, 1, "the count in the unit of a time");
            Blob name = Expect.type(Blob.class, Expect.at(unit, 0, WHAT), WHAT);
            return name.text(0, Math.min(name.length(), MAX_DIGITS));
        }
    }
}
