// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.inference.ContentPart;
import io.loadharness.inference.Prompt;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/** The columns that a run uses, with what must hold of them, whatever file they come from. */
final class CheckedColumns {

    /** What columns of recorded conversations are called. */
    private static final Set<String> RECORDED = Set.of("conversations", "conversation");

    private final Dataset dataset;

    CheckedColumns(Dataset dataset) {
        this.dataset = dataset;
    }

    /** Texts or chat messages, none of them empty. */
    TextColumn input() throws DatasetException {
        TextColumn input = require(StandardColumn.INPUT, TextColumn.class, "text");
        for (int row = 0; row < input.rows(); row++) {
            if (input.byteLength(row) == 0) {
                throw wrong(StandardColumn.INPUT, row, input.isMissing(row) ? "has no value" : "is empty");
            }
            if (input.isJson()) {
                requireMessages(input, row);
            }
        }
        return input;
    }

    /** The rows in which something is asked. Of recorded conversations some may be empty, or begin with an answer and end with one. */
    BitSet asking() throws DatasetException {
        BitSet asking = new BitSet();
        asking.set(0, dataset.rows());
        DatasetColumn input = dataset.find(StandardColumn.INPUT).orElse(null);
        if (input instanceof TextColumn talks
                && talks.isJson()
                && dataset.nameOf(StandardColumn.INPUT)
                        .filter(RECORDED::contains)
                        .isPresent()) {
            for (int row = 0; row < talks.rows(); row++) {
                asking.set(row, asks(talks, row));
            }
        }
        return asking;
    }

    private boolean asks(TextColumn talks, int row) throws DatasetException {
        if (talks.isMissing(row)) {
            throw wrong(StandardColumn.INPUT, row, "has no value");
        }
        try {
            return !ChatPrompt.asksNothing(talks.present(row));
        } catch (IllegalArgumentException e) {
            throw wrong(StandardColumn.INPUT, row, "cannot be asked: " + e.getMessage());
        }
    }

    private void requireMessages(TextColumn input, int row) throws DatasetException {
        try {
            ChatPrompt.of(input.present(row));
        } catch (IllegalArgumentException e) {
            throw wrong(StandardColumn.INPUT, row, "cannot be asked: " + e.getMessage());
        }
    }

    /** Prompts with the images of their rows, if the set has any. Reads files. */
    IntFunction<Prompt> illustrated(IntFunction<Prompt> prompts) throws DatasetException {
        if (dataset.find(StandardColumn.IMAGES).isEmpty()) {
            return prompts;
        }
        TextColumn column = require(StandardColumn.IMAGES, TextColumn.class, "text or lists of texts");
        RowImages reader = new RowImages(dataset.folder());
        List<List<ContentPart.Image>> images = new ArrayList<>();
        for (int row = 0; row < column.rows(); row++) {
            try {
                images.add(reader.of(column, row));
                IllustratedPrompt.of(prompts.apply(row), images.get(row));
            } catch (IllegalArgumentException e) {
                throw wrong(StandardColumn.IMAGES, row, String.valueOf(e.getMessage()));
            }
        }
        return row -> IllustratedPrompt.of(prompts.apply(row), images.get(row));
    }

    /** Where prompts are token ids. */
    void requireNoImages() throws DatasetException {
        if (dataset.find(StandardColumn.IMAGES).isPresent()) {
            throw DatasetException.of(dataset.name() + ": column \""
                    + dataset.nameOf(StandardColumn.IMAGES).orElseThrow()
                    + "\" is taken for images, and prompts of token ids have none: ask with texts, or leave it out");
        }
    }

    /** Token ids, at least one in each row, as many as the set says. */
    IntListColumn inputIds() throws DatasetException {
        IntListColumn ids = require(StandardColumn.INPUT_IDS, IntListColumn.class, IntListColumn.TYPE);
        Optional<IntegerColumn> lengths = counts(StandardColumn.INPUT_LENS);
        for (int row = 0; row < ids.rows(); row++) {
            if (ids.length(row) == 0) {
                throw wrong(StandardColumn.INPUT_IDS, row, ids.isMissing(row) ? "has no value" : "is empty");
            }
            if (lengths.isPresent() && lengths.get().get(row) != ids.length(row)) {
                throw wrong(
                        StandardColumn.INPUT_LENS,
                        row,
                        "is " + lengths.get().get(row) + ", and there are " + ids.length(row) + " ids");
            }
            requireIds(ids, row);
        }
        return ids;
    }

    private void requireIds(IntListColumn ids, int row) throws DatasetException {
        for (int position = 0; position < ids.length(row); position++) {
            int id = ids.get(row, position);
            if (id < 0) {
                throw wrong(
                        StandardColumn.INPUT_IDS,
                        row,
                        "holds " + id + " at position " + position + ", and no token has a negative id");
            }
        }
    }

    /** What the model should answer, in every row. */
    DatasetColumn targets() throws DatasetException {
        DatasetColumn targets = require(StandardColumn.TARGETS, DatasetColumn.class, "text");
        for (int row = 0; row < targets.rows(); row++) {
            if (targets.isMissing(row)) {
                throw wrong(StandardColumn.TARGETS, row, "has no value");
            }
        }
        return targets;
    }

    /** How many tokens to ask for, if the set says so. */
    Optional<IntegerColumn> outputLengths() throws DatasetException {
        return counts(StandardColumn.OUTPUT_LENS);
    }

    private Optional<IntegerColumn> counts(StandardColumn meaning) throws DatasetException {
        if (dataset.nameOf(meaning).isEmpty()) {
            return Optional.empty();
        }
        IntegerColumn counts = require(meaning, IntegerColumn.class, "whole numbers");
        for (int row = 0; row < counts.rows(); row++) {
            long count = counts.get(row);
            if (counts.isMissing(row) || count < 1 || count > Integer.MAX_VALUE) {
                throw wrong(meaning, row, "is " + counts.json(row) + " and must be from 1 to " + Integer.MAX_VALUE);
            }
        }
        return Optional.of(counts);
    }

    private <C extends DatasetColumn> C require(StandardColumn meaning, Class<C> type, String what)
            throws DatasetException {
        DatasetColumn column = dataset.find(meaning)
                .orElseThrow(() -> DatasetException.of(dataset.name() + " has no column for " + meaning.userName()
                        + "; there are " + String.join(", ", dataset.columnNames())));
        if (!type.isInstance(column)) {
            throw DatasetException.of(
                    dataset.name() + ": column \"" + dataset.nameOf(meaning).orElseThrow()
                            + "\" is taken for " + meaning.userName() + " and must be " + what + ", but is of type "
                            + column.type());
        }
        return type.cast(column);
    }

    private DatasetException wrong(StandardColumn meaning, int row, String what) {
        return DatasetException.of(dataset.name() + ", row " + (row + 1) + ": \""
                + dataset.nameOf(meaning).orElseThrow() + "\" " + what);
    }
}
