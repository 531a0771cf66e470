// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Extracts the columns of a pandas frame, which stores the columns of one type together in a block. */
final class Frames {

    private static final String BLOCK = "a block of columns";

    private Frames() {}

    static PickleTable.ColumnTable table(Instance frame) throws DatasetException {
        Instance manager = manager(frame);
        PickleList axes = axes(manager);
        Object labels = PickleChecks.requirePart(axes, 0, "a frame");
        if (labels instanceof Instance index && index.is("MultiIndex")) {
            throw new DatasetException(
                    "the columns of the frame have names of several levels: flatten them to one name each");
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
            throw new DatasetException("the pickle is damaged: its frame has " + names.length() + " names for "
                    + columns.size() + " columns");
        }
        return withIndex(
                new PickleTable.ColumnTable(PandasColumns.names(names), columns, true),
                PickleChecks.requirePart(axes, 1, "a frame"));
    }

    /** Returns the values of a series. */
    static PickleColumn series(Instance series, int wrappers) throws DatasetException {
        List<ColumnBlock> blocks = blocks(manager(series));
        if (blocks.size() != 1) {
            throw new DatasetException("the pickle is damaged: a series has " + blocks.size() + " blocks of values");
        }
        return PandasColumns.of(blocks.get(0).values(), wrappers);
    }

    /** Adds the index of a frame as a column if the index has a name. An index without a name only numbers the rows. */
    private static PickleTable.ColumnTable withIndex(PickleTable.ColumnTable table, Object axis)
            throws DatasetException {
        Instance index = PickleChecks.requireType(Instance.class, axis, "the index of a frame");
        if (index.is("MultiIndex")) {
            throw new DatasetException(
                    "the rows of the frame have an index of several levels: write frame.reset_index()");
        }
        return index.attribute("name") instanceof String name ? table.with(name, PandasColumns.of(index)) : table;
    }

    private static Instance manager(Instance frame) throws DatasetException {
        return PickleChecks.requireType(Instance.class, frame.attribute("_mgr", "_data"), "the content of a frame");
    }

    /**
     * Returns the axes of a block manager. Since pandas 1.3, the arguments of the manager of a frame are (blocks, axes). The manager of a
     * series, and of a frame before pandas 1.3, has the state (axes, ..., {'0.14.1': {axes, blocks}}).
     */
    private static PickleList axes(Instance manager) throws DatasetException {
        Object axes = manager.state() instanceof PickleList state
                ? PickleChecks.requirePart(state, 0, "a frame")
                : manager.argument(1);
        return PickleChecks.requireType(PickleList.class, axes, "the axes of a frame");
    }

    private static List<ColumnBlock> blocks(Instance manager) throws DatasetException {
        List<ColumnBlock> blocks = new ArrayList<>();
        if (manager.state() instanceof PickleList state) {
            Mapping versions = PickleChecks.requireType(
                    Mapping.class, PickleChecks.requirePart(state, 3, "a frame"), "the content of a frame");
            Mapping content = PickleChecks.requireType(Mapping.class, versions.get("0.14.1"), "the content of a frame");
            PickleList parts =
                    PickleChecks.requireType(PickleList.class, content.get("blocks"), "the content of a frame");
            for (int i = 0; i < parts.length(); i++) {
                Mapping block = PickleChecks.requireType(Mapping.class, parts.get(i), BLOCK);
                blocks.add(ColumnBlock.of(block.get("values"), block.get("mgr_locs")));
            }
        } else {
            PickleList parts =
                    PickleChecks.requireType(PickleList.class, manager.argument(0), "the content of a frame");
            for (int i = 0; i < parts.length(); i++) {
                Instance block = PickleChecks.requireType(Instance.class, parts.get(i), BLOCK);
                blocks.add(ColumnBlock.of(block.argument(0), block.argument(1)));
            }
        }
        return blocks;
    }

    /**
     * Columns of one type that pandas stores together.
     *
     * @param values an array with one row for each column, or the array of a single column
     * @param positions the positions of the columns in the frame: a slice or an array of integers
     * @param count the number of columns
     * @param inUtc true if the values are times with a zone, which pandas stores in UTC
     */
    private record ColumnBlock(
            @Nullable Object values, @Nullable Object positions, int count, boolean inUtc) {

        static ColumnBlock of(@Nullable Object values, @Nullable Object positions) throws DatasetException {
            return values instanceof Instance times && times.is("DatetimeArray")
                    ? of(PandasColumns.array(times), positions, PickleTimes.isZoned(times))
                    : of(values, positions, false);
        }

        private static ColumnBlock of(@Nullable Object values, @Nullable Object positions, boolean inUtc) {
            int count = values instanceof NdArray array && array.dimensions() == 2 ? array.length(0) : 1;
            return new ColumnBlock(values, positions, count, inUtc);
        }

        /** Stores the columns at their positions in the frame. */
        void put(List<@Nullable PickleColumn> columns) throws DatasetException {
            for (int i = 0; i < count; i++) {
                int position =
                        PickleChecks.requireInteger(position(i), 0, columns.size() - 1, "the position of a column");
                if (columns.get(position) != null) {
                    throw new DatasetException("the pickle is damaged: two columns of a frame have the same position");
                }
                columns.set(position, column(i));
            }
        }

        private PickleColumn column(int index) throws DatasetException {
            PickleColumn column = values instanceof NdArray array && array.dimensions() == 2
                    ? new BlockColumn(array, index)
                    : PandasColumns.of(values);
            return inUtc ? new PandasColumns.UtcColumn(column) : column;
        }

        private Object position(int index) throws DatasetException {
            if (positions instanceof Instance slice && slice.is("slice")) {
                Object start = slice.argument(0);
                Object step = slice.argument(2);
                return (start instanceof Long first ? first : 0)
                        + index * (step instanceof Long distance ? distance : 1);
            }
            PickleColumn numbers = PandasColumns.of(positions);
            if (numbers.length() != count) {
                throw new DatasetException("the pickle is damaged: a block of " + count + " columns has "
                        + numbers.length() + " positions");
            }
            return numbers.get(index);
        }

        /** A column of the frame, stored as a row of a block. */
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
