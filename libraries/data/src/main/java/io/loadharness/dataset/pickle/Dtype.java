package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** NumPy's {@code dtype}, while it is built: the name first, the order of bytes and the unit afterwards. */
final class Dtype implements Buildable {

    private static final String WHAT = "a dtype";
    private static final int MOST_DIGITS = 8;
    private static final int BYTES_OF_CHARACTER = 4;
    private static final int BYTE_ORDER = 1;
    private static final int SUBARRAY = 2;
    private static final int METADATA = 8;

    private ElementType type;

    Dtype(String name) throws DatasetException {
        int digits = name.length() - 1;
        if (digits < 0
                || digits > MOST_DIGITS
                || !Character.isLetter(name.charAt(0))
                || !name.chars().skip(1).allMatch(c -> c >= '0' && c <= '9')) {
            throw new DatasetException("it has an array of the type " + Quoted.of(name) + ", which is not read");
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
        Sequence parts = Expect.type(Sequence.class, state, WHAT);
        boolean bigEndian = ">".equals(Expect.at(parts, BYTE_ORDER, WHAT));
        char kind = Expect.at(parts, SUBARRAY, WHAT) == None.NONE ? type.kind() : 'V';
        type = new ElementType(kind, type.size(), bigEndian, kind == 'M' ? unit(parts) : "");
    }

    /** The unit stands in (metadata, (unit, count, 1, 1)). */
    private static String unit(Sequence parts) throws DatasetException {
        Sequence metadata = Expect.type(Sequence.class, Expect.at(parts, METADATA, WHAT), WHAT);
        Sequence unit = Expect.type(Sequence.class, Expect.at(metadata, 1, WHAT), WHAT);
        Expect.integer(Expect.at(unit, 1, WHAT), 1, 1, "the count in the unit of a time");
        Blob name = Expect.type(Blob.class, Expect.at(unit, 0, WHAT), WHAT);
        return name.text(0, Math.min(name.length(), MOST_DIGITS));
    }
}
