package io.loadharness.dataset.pickle;

/**
 * What an array of NumPy consists of.
 *
 * @param kind NumPy's letter for it
 * @param size bytes of an element
 * @param bigEndian whether the highest byte comes first
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
}
