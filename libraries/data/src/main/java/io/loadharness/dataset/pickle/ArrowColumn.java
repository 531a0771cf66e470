// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An Arrow column, stored in one or more chunks. */
final class ArrowColumn implements PickleColumn {

    private final List<Chunk> chunks;

    /** The first row of each chunk. */
    private final int[] firstRows;

    private final int length;

    private ArrowColumn(List<Chunk> chunks) throws DatasetException {
        this.chunks = chunks;
        this.firstRows = new int[chunks.size()];
        long rows = 0;
        for (int i = 0; i < firstRows.length; i++) {
            firstRows[i] = (int) rows;
            rows = PickleChecks.requireInteger(
                    rows + chunks.get(i).length(), 0, Integer.MAX_VALUE, "the length of a column");
        }
        this.length = (int) rows;
    }

    /** Returns the column of a pickled call {@code chunked_array([chunk, ...], type)}, or of a single chunk. */
    static ArrowColumn of(@Nullable Object array) throws DatasetException {
        Instance instance = PickleChecks.requireType(Instance.class, array, "an Arrow column");
        if (!instance.is("chunked_array")) {
            return new ArrowColumn(List.of(new Chunk(ArrowArray.of(instance))));
        }
        PickleList parts = PickleChecks.requireType(PickleList.class, instance.argument(0), "the chunks of a column");
        List<Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < parts.length(); i++) {
            Instance part = PickleChecks.requireType(Instance.class, parts.get(i), "a chunk of a column");
            Chunk chunk = new Chunk(ArrowArray.of(part));
            if (chunk.length() > 0) {
                chunks.add(chunk);
            }
        }
        return new ArrowColumn(chunks);
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public Object get(int row) throws DatasetException {
        int found = Arrays.binarySearch(firstRows, row);
        int chunk = found < 0 ? -found - 2 : found;
        return chunks.get(chunk).get(row - firstRows[chunk]);
    }

    /** The values of an Arrow array, and the bits that mark the present values. */
    static final class Chunk {

        private final int length;
        private final int offset;

        /** One bit for each value, 1 if the value is present; null if all values are present. */
        private final @Nullable Blob present;

        private final ArrowTypes.Values values;

        Chunk(ArrowArray array) throws DatasetException {
            this.length = array.length();
            this.offset = array.offset();
            this.present = array.present();
            this.values = ArrowTypes.values(array);
        }

        int length() {
            return length;
        }

        Object get(int index) throws DatasetException {
            long at = (long) offset + index;
            return isPresent(at) ? values.get(at) : PickleMachine.NONE;
        }

        /** Returns {@code count} values as a list. */
        PickleList list(int from, int count) throws DatasetException {
            int @Nullable [] ints = areAllPresent(from, count) ? values.ints((long) offset + from, count) : null;
            if (ints != null) {
                return new PickleList(ints);
            }
            Object[] list = new Object[count];
            for (int i = 0; i < count; i++) {
                list[i] = get(from + i);
            }
            return new PickleList(list);
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
            return present == null || present.bit(at);
        }
    }
}
