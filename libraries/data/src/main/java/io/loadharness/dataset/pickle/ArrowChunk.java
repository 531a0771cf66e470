package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** An array of Arrow: values, and a bit for each that says whether there is one. */
final class ArrowChunk {

    private final int length;
    private final int offset;

    /** Null if all are. */
    private final Blob present;

    private final ArrowValues values;

    private ArrowChunk(ArrowArray array) throws DatasetException {
        this.length = array.length();
        this.offset = array.offset();
        this.present = array.present();
        this.values = ArrowTypes.values(array);
    }

    static ArrowChunk of(ArrowArray array) throws DatasetException {
        return new ArrowChunk(array);
    }

    int length() {
        return length;
    }

    Object get(int index) throws DatasetException {
        long at = (long) offset + index;
        return isPresent(at) ? values.get(at) : None.NONE;
    }

    /** Some of it as a list. */
    Sequence list(int from, int count) throws DatasetException {
        int[] ints = areAllPresent(from, count) ? values.ints((long) offset + from, count) : null;
        if (ints != null) {
            return new Sequence(ints);
        }
        Object[] list = new Object[count];
        for (int i = 0; i < count; i++) {
            list[i] = get(from + i);
        }
        return new Sequence(list);
    }

    private boolean areAllPresent(int from, int count) {
        for (int i = 0; present != null && i < count; i++) {
            if (!isPresent((long) offset + from + i)) {
                return false;
            }
        }
        return true;
    }

    private boolean isPresent(long at) {
        return present == null || ArrowFlags.isSet(present, at);
    }
}
