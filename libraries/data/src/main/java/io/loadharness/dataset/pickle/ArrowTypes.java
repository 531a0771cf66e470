// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Readers for the values of Arrow arrays, chosen by type. */
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
            return plain(array, Expect.type(String.class, type.argument(0), "the name of a type of Arrow"));
        } else if (type.is("list_") && type.arguments() == 1) {
            return ListValues.of(array, Integer.BYTES);
        } else if (type.is("large_list")) {
            return ListValues.of(array, Long.BYTES);
        } else if (type.is("timestamp")) {
            return times(array, type);
        }
        throw unread(type.is("list_") ? "fixed_size_list" : type.type().simpleName());
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
            default -> throw unread(type);
        };
    }

    /** Takes {@code timestamp(unit, zone)}. */
    private static Values times(ArrowArray array, Instance type) throws DatasetException {
        String unit = Expect.type(String.class, type.argument(0), "the unit of a time of Arrow");
        NumberValues times = NumberValues.of(array, new ElementType('M', Long.BYTES, false, unit));
        return type.argument(1) == PickleMachine.NONE ? times : index -> PickleTimes.inUtc(times.get(index));
    }

    private static Map.Entry<String, ElementType> number(String name, char kind, int size) {
        return Map.entry(name, new ElementType(kind, size, false, ""));
    }

    private static DatasetException unread(String type) {
        return new DatasetException("it has a column of the Arrow type " + Expect.quoted(type)
                + ", which is not supported: convert it with astype(object) or astype(str) and write it again");
    }

    /** The values in the buffers of an Arrow array; only valid where the array has a value. */
    interface Values {

        Object get(long index) throws DatasetException;

        /** Returns values as 32-bit integers; null if one does not fit. */
        default int @Nullable [] ints(long from, int count) throws DatasetException {
            return null;
        }
    }

    /** Numbers and times; Arrow lays them out as NumPy does. */
    private record NumberValues(Elements elements) implements Values {

        static NumberValues of(ArrowArray array, ElementType type) throws DatasetException {
            return new NumberValues(Elements.packed(type, array.buffer(1, array.end() * type.size())));
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

    /** Booleans, a bit each. */
    private record FlagValues(Blob bits) implements Values {

        @Override
        public Object get(long index) {
            return bits.bit(index);
        }
    }

    /**
     * The offsets of texts or lists. Each ends where the next begins, so they never overlap.
     *
     * @param size bytes of an offset
     * @param last the maximum end of the last one
     */
    private record Starts(Blob numbers, int size, long last) {

        static Starts of(ArrowArray array, int size, long last) throws DatasetException {
            return new Starts(array.buffer(1, (array.end() + 1) * size), size, last);
        }

        long from(long index) {
            return numbers.integer(index * size, size, false);
        }

        /** Returns the end of a text or list, which is not before its beginning. */
        long to(long index) throws DatasetException {
            long from = from(index);
            long to = from(index + 1);
            if (from < 0 || to < from || to > last) {
                throw new DatasetException("it is damaged: a text or list of an Arrow array lies outside the array");
            }
            return to;
        }
    }

    /** Texts, one behind the other. */
    private record TextValues(Starts starts, Blob bytes) implements Values {

        static TextValues of(ArrowArray array, int startSize) throws DatasetException {
            Blob bytes = array.buffer(2, 0);
            return new TextValues(Starts.of(array, startSize, bytes.length()), bytes);
        }

        @Override
        public Object get(long index) throws DatasetException {
            long to = starts.to(index);
            return bytes.text(starts.from(index), to);
        }
    }

    /** Lists, whose values lie one behind the other. */
    private record ListValues(Starts starts, ArrowColumn.Chunk values) implements Values {

        static ListValues of(ArrowArray array, int startSize) throws DatasetException {
            ArrowColumn.Chunk values = new ArrowColumn.Chunk(array.child());
            return new ListValues(Starts.of(array, startSize, values.length()), values);
        }

        @Override
        public Object get(long index) throws DatasetException {
            int to = (int) starts.to(index);
            int from = (int) starts.from(index);
            return values.list(from, to - from);
        }
    }
}
