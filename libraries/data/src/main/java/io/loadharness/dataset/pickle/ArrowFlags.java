package io.loadharness.dataset.pickle;

/** Truth values of Arrow, a bit each. */
record ArrowFlags(Blob bits) implements ArrowValues {

    static boolean isSet(Blob bits, long index) {
        return (bits.integer(index / Byte.SIZE, 1, false) >> index % Byte.SIZE & 1) != 0;
    }

    @Override
    public Object get(long index) {
        return isSet(bits, index);
    }
}
