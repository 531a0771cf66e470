package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.Map;

/** Tells by its type what an array of Arrow holds. */
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

    static ArrowValues values(ArrowArray array) throws DatasetException {
        Instance type = array.type();
        if (type.is("type_for_alias")) {
            return plain(array, Expect.type(String.class, type.argument(0), "the name of a type of Arrow"));
        } else if (type.is("list_") && type.arguments() == 1) {
            return ArrowLists.of(array, Integer.BYTES);
        } else if (type.is("large_list")) {
            return ArrowLists.of(array, Long.BYTES);
        } else if (type.is("timestamp")) {
            return times(array, type);
        }
        throw unread(type.is("list_") ? "fixed_size_list" : type.type().simpleName());
    }

    private static ArrowValues plain(ArrowArray array, String type) throws DatasetException {
        ElementType number = NUMBERS.get(type);
        if (number != null) {
            return ArrowNumbers.of(array, number);
        }
        return switch (type) {
            case "bool" -> new ArrowFlags(array.bits(1));
            case "string" -> ArrowTexts.of(array, Integer.BYTES);
            case "large_string" -> ArrowTexts.of(array, Long.BYTES);
            default -> throw unread(type);
        };
    }

    /** Takes {@code timestamp(unit, zone)}. */
    private static ArrowValues times(ArrowArray array, Instance type) throws DatasetException {
        String unit = Expect.type(String.class, type.argument(0), "the unit of a time of Arrow");
        ArrowNumbers times = ArrowNumbers.of(array, new ElementType('M', Long.BYTES, false, unit));
        return type.argument(1) == None.NONE ? times : index -> Zones.inUtc(times.get(index));
    }

    private static Map.Entry<String, ElementType> number(String name, char kind, int size) {
        return Map.entry(name, new ElementType(kind, size, false, ""));
    }

    private static DatasetException unread(String type) {
        return new DatasetException("it has a column of Arrow's type " + Quoted.of(type)
                + ", which is not read: convert it with astype(object) or astype(str) and write it again");
    }
}
