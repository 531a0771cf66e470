// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import io.loadharness.internal.HalfFloats;
import org.jspecify.annotations.Nullable;

/** The elements of an array in the order in which they are stored. */
abstract class ArrayElements {

    static final ArrayElements NO_ELEMENTS = new ObjectElements(new PickleList());

    abstract ElementType type();

    abstract Object get(long index) throws DatasetException;

    /**
     * Returns {@code count} elements as 32-bit integers: those at the indexes {@code from}, {@code from + stride} and so on. Returns null
     * if an element is not a 32-bit integer.
     */
    int @Nullable [] ints(long from, long stride, int count) throws DatasetException {
        return null;
    }

    void release(long index) {}

    /**
     * Returns the elements of an array from its pickled content.
     *
     * @param count the number of elements according to the shape
     */
    static ArrayElements of(ElementType type, long count, Object content) throws DatasetException {
        if (type.isObject()) {
            PickleList objects =
                    PickleChecks.requireType(PickleList.class, content, "the content of an array of objects");
            check(count, objects.length(), type);
            return new ObjectElements(objects);
        }
        Blob bytes = PickleChecks.requireType(Blob.class, content, "the content of an array");
        check(Math.multiplyHigh(count, type.size()) == 0 ? count * type.size() : Long.MAX_VALUE, bytes.length(), type);
        return new PackedElements(type, bytes);
    }

    /** Returns elements that are stored as bytes: numbers, booleans, strings and times. */
    static ArrayElements packed(ElementType type, Blob bytes) {
        return new PackedElements(type, bytes);
    }

    private static void check(long expected, long found, ElementType type) throws DatasetException {
        if (expected != found) {
            throw new DatasetException(
                    "the pickle is damaged: the shape of an array of " + type + " does not fit its content");
        }
    }

    private static final class ObjectElements extends ArrayElements {

        private static final ElementType OBJECT = new ElementType(ElementType.OBJECT, Long.BYTES, false, "");

        private final PickleList objects;

        ObjectElements(PickleList objects) {
            this.objects = objects;
        }

        @Override
        ElementType type() {
            return OBJECT;
        }

        @Override
        Object get(long index) throws DatasetException {
            return objects.get((int) index);
        }

        @Override
        void release(long index) {
            objects.release((int) index);
        }
    }

    /** Numbers, booleans, strings and times, decoded from their bytes. */
    private static final class PackedElements extends ArrayElements {

        private static final int BYTES_PER_CHARACTER = 4;

        private final ElementType type;
        private final Blob bytes;

        PackedElements(ElementType type, Blob bytes) {
            this.type = type;
            this.bytes = bytes;
        }

        @Override
        ElementType type() {
            return type;
        }

        @Override
        Object get(long index) throws DatasetException {
            long at = index * type.size();
            if (type.isInteger()) {
                return integer(at);
            } else if (type.isFloat()) {
                return number(at);
            } else if (type.isBoolean()) {
                return integer(at) != 0;
            } else if (type.kind() == 'U') {
                return text(at);
            } else if (type.kind() == 'M' && type.size() == Long.BYTES) {
                return PickleTimes.value(integer(at), type.unit());
            }
            throw new DatasetException("the pickle has an array of " + type
                    + "; supported are arrays of numbers, booleans, strings, times and objects");
        }

        @Override
        int @Nullable [] ints(long from, long stride, int count) throws DatasetException {
            if (!type.isInteger()) {
                return null;
            }
            int[] ints = new int[count];
            for (int i = 0; i < count; i++) {
                long value = integer((from + i * stride) * type.size());
                if (value != (int) value) {
                    return null;
                }
                ints[i] = (int) value;
            }
            return ints;
        }

        private long integer(long at) throws DatasetException {
            long value = bytes.integer(at, type.size(), type.bigEndian());
            if (type.kind() != 'u') {
                return value;
            }
            if (type.size() == Long.BYTES && value < 0) {
                throw new DatasetException("the pickle has the integer " + Long.toUnsignedString(value)
                        + "; the maximum is " + Long.MAX_VALUE);
            }
            int unused = Long.SIZE - Byte.SIZE * type.size();
            return value << unused >>> unused;
        }

        private double number(long at) {
            long bits = bytes.integer(at, type.size(), type.bigEndian());
            return switch (type.size()) {
                case Short.BYTES -> HalfFloats.toDouble((short) bits);
                case Integer.BYTES -> Float.intBitsToFloat((int) bits);
                default -> Double.longBitsToDouble(bits);
            };
        }

        /** Decodes a UTF-32 text. Zeros at the end are padding and are removed. */
        private String text(long at) throws DatasetException {
            StringBuilder text = new StringBuilder();
            int zeros = 0;
            for (int i = 0; i < type.size(); i += BYTES_PER_CHARACTER) {
                int character = (int) bytes.integer(at + i, BYTES_PER_CHARACTER, type.bigEndian());
                if (character == 0) {
                    zeros++;
                    continue;
                }
                if (!Character.isValidCodePoint(character) || Character.getType(character) == Character.SURROGATE) {
                    throw new DatasetException(
                            "the pickle has a string with an invalid code point, 0x%x".formatted(character));
                }
                text.append("\0".repeat(zeros)).appendCodePoint(character);
                zeros = 0;
            }
            return text.toString();
        }
    }
}
