// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Selects a reader for the values of an Arrow array by the type of the array. */
final class ArrowTypes {

    private static final Map<String, ElementType> NUMBERS = Map.ofEntries(
            number("int8", 'i', Byte.BYTES),
            number("int16", 'i', Short.BYTES),
            number("int32", 'i', Integer.BYTES),
            number("int64", 'i', Long.BYTES),
            number("uint8", 'u', Byte.BYTES),
            number("uint16", 'u', Short.BYTES),
            number("uint32", 'u', Integer.BYTES),
            number("uint64", 'u', Long.BYTES),
            number("halffloat", 'f', Short.BYTES),
            number("float", 'f', Float.BYTES),
            number("double", 'f', Double.BYTES));

    private ArrowTypes() {}

    static Values values(ArrowArray array) throws DatasetException {
        Instance type = array.type();
        if (type.is("type_for_alias")) {
            return plain(array, PickleChecks.requireType(String.class, type.argument(0), "the name of an Arrow type"));
        } else if (type.is("list_") && type.argumentCount() == 1) {
            return ListValues.of(array, Integer.BYTES);
        } else if (type.is("large_list")) {
            return ListValues.of(array, Long.BYTES);
        } else if (type.is("timestamp")) {
            return times(array, type);
        }
        throw unsupported(type.is("list_") ? "fixed_size_list" : type.type().simpleName());
    }

    private static Values plain(ArrowArray array, String type) throws DatasetException {
        ElementType number = NUMBERS.get(type);
        if (number != null) {
            return NumberValues.of(array, number);
        }
        return switch (type) {
            case "bool" -> new FlagValues(array.bits(1));
            case "string" -> TextValues.of(array, Integer.BYTES);
            case "large_string" -> TextValues.of(array, Long.BYTES);
            default -> throw unsupported(type);
        };
    }

    /** Returns the values of the type {@code timestamp(unit, zone)}. */
    private static Values times(ArrowArray array, Instance type) throws DatasetException {
        String unit = PickleChecks.requireType(String.class, type.argument(0), "the unit of an Arrow time");
        NumberValues times = NumberValues.of(array, new ElementType('M', Long.BYTES, false, unit));
        return type.argument(1) == PickleMachine.NONE ? times : index -> PickleTimes.inUtc(times.get(index));
    }

    private static Map.Entry<String, ElementType> number(String name, char kind, int size) {
        return Map.entry(name, new ElementType(kind, size, false, ""));
    }

    private static DatasetException unsupported(String type) {
        return new DatasetException("the pickle has a column of the Arrow type " + PickleChecks.quote(type)
                + ", which is not supported: convert the column with astype(object) or astype(str)");
    }

    /** The values in the buffers of an Arrow array. Callers must pass only the indexes of values that are present. */
    interface Values {

        Object get(long index) throws DatasetException;

        /** Returns {@code count} values as 32-bit integers; null if a value is not a 32-bit integer. */
        default int @Nullable [] ints(long from, int count) throws DatasetException {
            return null;
        }
    }

    /** Numbers and times. Arrow and NumPy store them in the same layout. */
    private record NumberValues(ArrayElements elements) implements Values {

        static NumberValues of(ArrowArray array, ElementType type) throws DatasetException {
            return new NumberValues(ArrayElements.packed(type, array.buffer(1, array.end() * type.size())));
        }

        @Override
        public Object get(long index) throws DatasetException {
            return elements.get(index);
        }

        @Override
        public int @Nullable [] ints(long from, int count) throws DatasetException {
            return elements.ints(from, 1, count);
        }
    }

    /** Booleans, one bit each. */
    private record FlagValues(Blob bits) implements Values {

        @Override
        public Object get(long index) {
            return bits.bit(index);
        }
    }

    /**
     * The offsets of strings or lists. Each string or list ends where the next one starts. Thus they never overlap.
     *
     * @param size the number of bytes of an offset
     * @param last the maximum end offset
     */
    private record Offsets(Blob numbers, int size, long last) {

        static Offsets of(ArrowArray array, int size, long last) throws DatasetException {
            return new Offsets(array.buffer(1, (array.end() + 1) * size), size, last);
        }

        long from(long index) {
            return numbers.integer(index * size, size, false);
        }

        /** Returns the end of a string or list. Checks that the end is within bounds and not before the start. */
        long to(long index) throws DatasetException {
            long from = from(index);
            long to = from(index + 1);
            if (from < 0 || to < from || to > last) {
                throw new DatasetException(
                        "the pickle is damaged: a string or list of an Arrow array lies outside the array");
            }
            return to;
        }
    }

    /** Strings, stored one after the other. */
    private record TextValues(Offsets offsets, Blob bytes) implements Values {

        static TextValues of(ArrowArray array, int offsetSize) throws DatasetException {
            Blob bytes = array.buffer(2, 0);
            return new TextValues(Offsets.of(array, offsetSize, bytes.length()), bytes);
        }

        @Override
        public Object get(long index) throws DatasetException {
            long to = offsets.to(index);
            return bytes.text(offsets.from(index), to);
        }
    }

    /** Lists, whose elements are stored one after the other. */
    private record ListValues(Offsets offsets, ArrowColumn.Chunk values) implements Values {

        static ListValues of(ArrowArray array, int offsetSize) throws DatasetException {
            ArrowColumn.Chunk values = new ArrowColumn.Chunk(array.child());
            return new ListValues(Offsets.of(array, offsetSize, values.length()), values);
        }

        @Override
        public Object get(long index) throws DatasetException {
            int to = (int) offsets.to(index);
            int from = (int) offsets.from(index);
            return values.list(from, to - from);
        }
    }
}
