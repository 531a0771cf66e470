package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.List;

/**
 * Columns of one type that pandas keeps together.
 *
 * @param values an array with a row for each column, or what pandas has a single column in
 * @param places which columns of the frame they are: a slice or an array of numbers
 * @param count how many
 * @param inUtc whether they are times that have a zone
 */
record Block(Object values, Object places, int count, boolean inUtc) {

    static Block of(Object values, Object places) throws DatasetException {
        boolean isTimes = values instanceof Instance instance && instance.is("DatetimeArray");
        Object unwrapped = isTimes ? ArrayLike.array((Instance) values) : values;
        int count = unwrapped instanceof NdArray array && array.dimensions() == 2 ? array.length(0) : 1;
        return new Block(unwrapped, places, count, isTimes && Zones.isZoned((Instance) values));
    }

    /** Puts its columns where they belong. */
    void put(List<Column> columns) throws DatasetException {
        for (int i = 0; i < count; i++) {
            int place = Expect.integer(place(i), 0, columns.size() - 1, "the place of a column");
            if (columns.get(place) != null) {
                throw new DatasetException("it is damaged: two columns of a frame have the same place");
            }
            columns.set(place, column(i));
        }
    }

    private Column column(int index) throws DatasetException {
        Column column = values instanceof NdArray array && array.dimensions() == 2
                ? new BlockColumn(array, index)
                : ArrayLike.of(values);
        return inUtc ? new Zones.InUtc(column) : column;
    }

    private Object place(int index) throws DatasetException {
        if (places instanceof Instance slice && slice.is("slice")) {
            Object start = slice.argument(0);
            Object step = slice.argument(2);
            return (start instanceof Long first ? first : 0) + index * (step instanceof Long distance ? distance : 1);
        }
        Column numbers = ArrayLike.of(places);
        if (numbers.length() != count) {
            throw new DatasetException(
                    "it is damaged: a block of " + count + " columns has " + numbers.length() + " places");
        }
        return numbers.get(index);
    }

    /** A row of a block. */
    private record BlockColumn(NdArray block, int index) implements Column {

        @Override
        public int length() {
            return block.length(1);
        }

        @Override
        public Object get(int row) throws DatasetException {
            return block.get(index, row);
        }

        @Override
        public void release(int row) {
            block.release(index, row);
        }
    }
}
