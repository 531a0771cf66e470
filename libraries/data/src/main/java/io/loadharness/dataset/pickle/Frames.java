// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns of a pandas frame, which keeps the columns of one type together in a block. */
final class Frames {

    private static final String BLOCK = "a block of columns";

    private Frames() {}

    static PickleTable.ColumnTable table(Instance frame) throws DatasetException {
        Instance manager = manager(frame);
        PickleList axes = axes(manager);
        Object labels = Expect.at(axes, 0, "a frame");
        if (labels instanceof Instance index && index.is("MultiIndex")) {
            throw new DatasetException("its columns have names of several levels: flatten them to one name each");
        }
        List<ColumnBlock> blocks = blocks(manager);
        List<@Nullable PickleColumn> columns = new ArrayList<>();
        for (ColumnBlock block : blocks) {
            columns.addAll(Collections.nCopies(block.count(), null));
        }
        for (ColumnBlock block : blocks) {
            block.put(columns);
        }
        PickleColumn names = PandasColumns.of(labels);
        if (names.length() != columns.size()) {
            throw new DatasetException(
                    "it is damaged: its frame has " + names.length() + " names for " + columns.size() + " columns");
        }
        return withIndex(
                new PickleTable.ColumnTable(PandasColumns.names(names), columns, true), Expect.at(axes, 1, "a frame"));
    }

    /** Returns the values of a series. */
    static PickleColumn series(Instance series, int wrappers) throws DatasetException {
        List<ColumnBlock> blocks = blocks(manager(series));
        if (blocks.size() != 1) {
            throw new DatasetException("it is damaged: a series has " + blocks.size() + " blocks of values");
        }
        return PandasColumns.of(blocks.get(0).values(), wrappers);
    }

    /** Adds the index as a column if it has a name; without a name it only numbers the rows. */
    private static PickleTable.ColumnTable withIndex(PickleTable.ColumnTable table, Object axis)
            throws DatasetException {
        Instance index = Expect.type(Instance.class, axis, "the index of a frame");
        if (index.is("MultiIndex")) {
            throw new DatasetException("its rows have an index of several levels: write frame.reset_index()");
        }
        return index.attribute("name") instanceof String name ? table.with(name, PandasColumns.of(index)) : table;
    }

    private static Instance manager(Instance frame) throws DatasetException {
        return Expect.type(Instance.class, frame.attribute("_mgr", "_data"), "the content of a frame");
    }

    /** Returns the axes. Since pandas 1.3 (blocks, axes) are arguments; before, and for a series, the state is (axes, ..., {'0.14.1': {axes, blocks}}). */
    private static PickleList axes(Instance manager) throws DatasetException {
        Object axes =
                manager.state() instanceof PickleList state ? Expect.at(state, 0, "a frame") : manager.argument(1);
        return Expect.type(PickleList.class, axes, "the axes of a frame");
    }

    private static List<ColumnBlock> blocks(Instance manager) throws DatasetException {
        List<ColumnBlock> blocks = new ArrayList<>();
        if (manager.state() instanceof PickleList state) {
            Mapping versions = Expect.type(Mapping.class, Expect.at(state, 3, "a frame"), "the content of a frame");
            Mapping content = Expect.type(Mapping.class, versions.get("0.14.1"), "the content of a frame");
            PickleList parts = Expect.type(PickleList.class, content.get("blocks"), "the content of a frame");
            for (int i = 0; i < parts.length(); i++) {
                Mapping block = Expect.type(Mapping.class, parts.get(i), BLOCK);
                blocks.add(ColumnBlock.of(block.get("values"), block.get("mgr_locs")));
            }
        } else {
            PickleList parts = Expect.type(PickleList.class, manager.argument(0), "the content of a frame");
            for (int i = 0; i < parts.length(); i++) {
                Instance block = Expect.type(Instance.class, parts.get(i), BLOCK);
                blocks.add(ColumnBlock.of(block.argument(0), block.argument(1)));
            }
        }
        return blocks;
    }

    /**
     * Columns of one type that pandas keeps together.
     *
     * @param values an array with a row for each column, or the array-like of a single column
     * @param places the columns of the frame that they are: a slice or an array of numbers
     * @param count the number of columns
     * @param inUtc true for times with a zone
     */
    private record ColumnBlock(
            @Nullable Object values, @Nullable Object places, int count, boolean inUtc) {

        static ColumnBlock of(@Nullable Object values, @Nullable Object places) throws DatasetException {
            return values instanceof Instance times && times.is("DatetimeArray")
                    ? of(PandasColumns.array(times), places, PickleTimes.isZoned(times))
                    : of(values, places, false);
        }

        private static ColumnBlock of(@Nullable Object values, @Nullable Object places, boolean inUtc) {
            int count = values instanceof NdArray array && array.dimensions() == 2 ? array.length(0) : 1;
            return new ColumnBlock(values, places, count, inUtc);
        }

        /** Puts its columns at their places in the frame. */
        void put(List<@Nullable PickleColumn> columns) throws DatasetException {
            for (int i = 0; i < count; i++) {
                int place = Expect.integer(place(i), 0, columns.size() - 1, "the place of a column");
                if (columns.get(place) != null) {
                    throw new DatasetException("it is damaged: two columns of a frame have the same place");
                }
                columns.set(place, column(i));
            }
        }

        private PickleColumn column(int index) throws DatasetException {
            PickleColumn column = values instanceof NdArray array && array.dimensions() == 2
                    ? new BlockColumn(array, index)
                    : PandasColumns.of(values);
            return inUtc ? new PandasColumns.UtcColumn(column) : column;
        }

        private Object place(int index) throws DatasetException {
            if (places instanceof Instance slice && slice.is("slice")) {
                Object start = slice.argument(0);
                Object step = slice.argument(2);
                return (start instanceof Long first ? first : 0)
                        + index * (step instanceof Long distance ? distance : 1);
            }
            PickleColumn numbers = PandasColumns.of(places);
            if (numbers.length() != count) {
                throw new DatasetException(
                        "it is damaged: a block of " + count + " columns has " + numbers.length() + " places");
            }
            return numbers.get(index);
        }

        /** A row of a block. */
        private record BlockColumn(NdArray block, int index) implements PickleColumn {

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
}
