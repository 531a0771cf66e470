package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The columns of a pandas frame, which keeps those of one type together in a block. */
final class Frames {

    private static final String BLOCK = "a block of columns";

    private Frames() {}

    static ColumnTable table(Instance frame) throws DatasetException {
        Instance manager = manager(frame);
        Sequence axes = axes(manager);
        Object labels = Expect.at(axes, 0, "a frame");
        if (labels instanceof Instance index && index.is("MultiIndex")) {
            throw new DatasetException("its columns have names of several levels: give them one each");
        }
        List<Block> blocks = blocks(manager);
        List<Column> columns = new ArrayList<>();
        for (Block block : blocks) {
            columns.addAll(Collections.nCopies(block.count(), null));
        }
        for (Block block : blocks) {
            block.put(columns);
        }
        Column names = ArrayLike.of(labels);
        if (names.length() != columns.size()) {
            throw new DatasetException(
                    "it is damaged: its frame has " + names.length() + " names for " + columns.size() + " columns");
        }
        return withIndex(new ColumnTable(ArrayLike.names(names), columns, true), Expect.at(axes, 1, "a frame"));
    }

    /** The values of a series. */
    static Column series(Instance series, int wrappers) throws DatasetException {
        List<Block> blocks = blocks(manager(series));
        if (blocks.size() != 1) {
            throw new DatasetException("it is damaged: a series has " + blocks.size() + " blocks of values");
        }
        return ArrayLike.of(blocks.get(0).values(), wrappers);
    }

    /** An index that has a name is data; any other only numbers the rows. */
    private static ColumnTable withIndex(ColumnTable table, Object axis) throws DatasetException {
        Instance index = Expect.type(Instance.class, axis, "the index of a frame");
        if (index.is("MultiIndex")) {
            throw new DatasetException("its rows have an index of several levels: write frame.reset_index()");
        }
        return index.attribute("name") instanceof String name ? table.with(name, ArrayLike.of(index)) : table;
    }

    private static Instance manager(Instance frame) throws DatasetException {
        return Expect.type(Instance.class, frame.attribute("_mgr", "_data"), "the content of a frame");
    }

    /** Since pandas 1.3 (blocks, axes) are arguments; before, and for a series, the state is (axes, ..., {'0.14.1': {axes, blocks}}). */
    private static Sequence axes(Instance manager) throws DatasetException {
        Object axes = manager.state() instanceof Sequence state ? Expect.at(state, 0, "a frame") : manager.argument(1);
        return Expect.type(Sequence.class, axes, "the axes of a frame");
    }

    private static List<Block> blocks(Instance manager) throws DatasetException {
        List<Block> blocks = new ArrayList<>();
        if (manager.state() instanceof Sequence state) {
            Mapping versions = Expect.type(Mapping.class, Expect.at(state, 3, "a frame"), "the content of a frame");
            Mapping content = Expect.type(Mapping.class, versions.get("0.14.1"), "the content of a frame");
            Sequence parts = Expect.type(Sequence.class, content.get("blocks"), "the content of a frame");
            for (int i = 0; i < parts.length(); i++) {
                Mapping block = Expect.type(Mapping.class, parts.get(i), BLOCK);
                blocks.add(Block.of(block.get("values"), block.get("mgr_locs")));
            }
        } else {
            Sequence parts = Expect.type(Sequence.class, manager.argument(0), "the content of a frame");
            for (int i = 0; i < parts.length(); i++) {
                Instance block = Expect.type(Instance.class, parts.get(i), BLOCK);
                blocks.add(Block.of(block.argument(0), block.argument(1)));
            }
        }
        return blocks;
    }
}
