// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.inference.ContentPart;
import io.loadharness.inference.Prompt;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds the columns that a run needs and checks their values, independent of the file format. */
final class CheckedColumns {

    /** A list of integers, in JSON or in a text. */
    private static final Pattern LIST = Pattern.compile("\"?\\[[-0-9,\\s]*]\"?");

    private static final Pattern INTEGER = Pattern.compile("\"?-?[0-9]{1,18}\"?");
    private static final int MAX_SHOWN = 40;

    /** The column names that mark recorded conversations, as in ShareGPT. */
    private static final Set<String> RECORDED = Set.of("conversations", "conversation");

    private static final String IMAGE_TYPES = "text or lists of strings";
    private static final String NOT_A_PROMPT = "is not a valid prompt: ";

    private final Dataset dataset;

    CheckedColumns(Dataset dataset) {
        this.dataset = dataset;
    }

    /** Returns the column of prompts, which are strings or chat messages. Checks that each row has a prompt that is not empty. */
    TextColumn input() throws DatasetException {
        TextColumn input = require(StandardColumn.INPUT, TextColumn.class, "text");
        for (int row = 0; row < input.rows(); row++) {
            if (input.byteLength(row) == 0) {
                throw invalid(StandardColumn.INPUT, row, input.isMissing(row) ? "has no value" : "is empty");
            }
            if (input.isJson()) {
                requireMessages(input, row);
            }
        }
        return input;
    }

    /**
     * Returns the numbers of the rows with a question, from 0. A recorded conversation has no question if it is empty, or if its first and
     * its last message are from the assistant.
     */
    BitSet rowsWithQuestion() throws DatasetException {
        BitSet rows = new BitSet();
        rows.set(0, dataset.rows());
        DatasetColumn input = dataset.find(StandardColumn.INPUT).orElse(null);
        if (input instanceof TextColumn conversations
                && conversations.isJson()
                && dataset.nameOf(StandardColumn.INPUT)
                        .filter(RECORDED::contains)
                        .isPresent()) {
            for (int row = 0; row < conversations.rows(); row++) {
                rows.set(row, hasQuestion(conversations, row));
            }
        }
        return rows;
    }

    private boolean hasQuestion(TextColumn conversations, int row) throws DatasetException {
        if (conversations.isMissing(row)) {
            throw invalid(StandardColumn.INPUT, row, "has no value");
        }
        try {
            return !ChatPrompt.lacksQuestion(conversations.present(row));
        } catch (IllegalArgumentException e) {
            throw invalid(StandardColumn.INPUT, row, NOT_A_PROMPT + e.getMessage());
        }
    }

    private void requireMessages(TextColumn input, int row) throws DatasetException {
        try {
            ChatPrompt.of(input.present(row));
        } catch (IllegalArgumentException e) {
            throw invalid(StandardColumn.INPUT, row, NOT_A_PROMPT + e.getMessage());
        }
    }

    /** Adds the images of each row to the prompt of the row, if the data set has images. Reads the image files. */
    IntFunction<Prompt> withImages(IntFunction<Prompt> prompts) throws DatasetException {
        if (dataset.find(StandardColumn.IMAGES).isEmpty()) {
            return prompts;
        }
        TextColumn column = require(StandardColumn.IMAGES, TextColumn.class, IMAGE_TYPES);
        RowImages reader = new RowImages(dataset.folder());
        List<List<ContentPart.Image>> images = new ArrayList<>();
        for (int row = 0; row < column.rows(); row++) {
            try {
                images.add(reader.of(column, row));
                ImagePrompt.of(prompts.apply(row), images.get(row));
            } catch (IllegalArgumentException e) {
                throw invalid(StandardColumn.IMAGES, row, String.valueOf(e.getMessage()));
            }
        }
        return row -> ImagePrompt.of(prompts.apply(row), images.get(row));
    }

    /**
     * Returns the image files of all rows by their names in the rows, without URLs. Checks that the files can be used, but does not read
     * them.
     */
    Map<String, Path> imageFiles() throws DatasetException {
        Map<String, Path> files = new TreeMap<>();
        if (dataset.find(StandardColumn.IMAGES).isEmpty()) {
            return files;
        }
        TextColumn column = require(StandardColumn.IMAGES, TextColumn.class, IMAGE_TYPES);
        RowImages reader = new RowImages(dataset.folder());
        for (int row = 0; row < column.rows(); row++) {
            try {
                reader.addFiles(column, row, files);
            } catch (IllegalArgumentException e) {
                throw invalid(StandardColumn.IMAGES, row, String.valueOf(e.getMessage()));
            }
        }
        return files;
    }

    /**
     * Adds the tools and the documents of each row to the chat of the row, if the data set has them. A text prompt is sent without them.
     */
    IntFunction<Prompt> withTools(IntFunction<Prompt> prompts) throws DatasetException {
        IntFunction<List<Map<String, @Nullable Object>>> tools = objects(StandardColumn.TOOLS);
        IntFunction<List<Map<String, @Nullable Object>>> documents = objects(StandardColumn.DOCUMENTS);
        return row -> prompts.apply(row) instanceof Prompt.Chat chat
                ? new Prompt.Chat(chat.messages(), tools.apply(row), documents.apply(row))
                : prompts.apply(row);
    }

    /**
     * Returns a function from a row to its objects in an optional column. If the prompts are chats, checks all rows of the column.
     * Otherwise, the function returns empty lists.
     */
    private IntFunction<List<Map<String, @Nullable Object>>> objects(StandardColumn meaning) throws DatasetException {
        DatasetColumn column = dataset.find(meaning).orElse(null);
        boolean isChat = dataset.find(StandardColumn.INPUT)
                .filter(input -> input instanceof TextColumn text && text.isJson())
                .isPresent();
        if (column == null || !isChat || isAlwaysEmpty(column)) {
            return row -> List.of();
        }
        TextColumn texts = require(meaning, TextColumn.class, "list of objects");
        for (int row = 0; row < texts.rows(); row++) {
            try {
                objects(texts, row);
            } catch (IllegalArgumentException e) {
                throw invalid(meaning, row, String.valueOf(e.getMessage()));
            }
        }
        return row -> objects(texts, row);
    }

    /**
     * Returns true if each row has an empty list or no value. Such a column is an {@link IntListColumn}, because the type of the elements
     * is not known.
     */
    private static boolean isAlwaysEmpty(DatasetColumn column) {
        return column instanceof IntListColumn lists
                && IntStream.range(0, lists.rows()).allMatch(row -> lists.length(row) == 0);
    }

    private static List<Map<String, @Nullable Object>> objects(TextColumn column, int row) {
        return column.byteLength(row) == 0 ? List.of() : JsonValues.objects(column.present(row));
    }

    /** Rejects data sets with images, because prompts of token ids cannot contain them. */
    void requireNoImages() throws DatasetException {
        Optional<String> images = dataset.nameOf(StandardColumn.IMAGES);
        if (images.isPresent()) {
            throw DatasetException.of(
                    dataset.name() + ": " + noImages(images.get()).getMessage());
        }
    }

    /** Returns the error for a column of images in a data set whose prompts are token ids. */
    static DatasetException noImages(String column) {
        return DatasetException.of("column \"" + column
                + "\" contains images, which prompts of token ids cannot have: use text prompts, or remove the column");
    }

    /**
     * Returns the column of token ids. Checks that each row has at least one id. If the data set has a column of input lengths, checks that
     * each length equals the number of ids in its row.
     */
    IntListColumn inputIds() throws DatasetException {
        IntListColumn ids = require(StandardColumn.INPUT_IDS, IntListColumn.class, IntListColumn.TYPE);
        Optional<IntegerColumn> lengths = counts(StandardColumn.INPUT_LENS);
        for (int row = 0; row < ids.rows(); row++) {
            if (ids.length(row) == 0) {
                throw invalid(StandardColumn.INPUT_IDS, row, ids.isMissing(row) ? "has no value" : "is empty");
            }
            if (lengths.isPresent() && lengths.get().get(row) != ids.length(row)) {
                throw invalid(
                        StandardColumn.INPUT_LENS,
                        row,
                        "must be the number of token ids, " + ids.length(row) + ": got "
                                + lengths.get().get(row));
            }
            requireIds(ids, row);
        }
        return ids;
    }

    private void requireIds(IntListColumn ids, int row) throws DatasetException {
        for (int position = 0; position < ids.length(row); position++) {
            int id = ids.get(row, position);
            if (id < 0) {
                throw invalid(
                        StandardColumn.INPUT_IDS, row, "has the negative token id " + id + " at position " + position);
            }
        }
    }

    /** Returns the column of expected outputs. Checks that each row has an expected output. */
    DatasetColumn targets() throws DatasetException {
        DatasetColumn targets = require(StandardColumn.TARGETS, DatasetColumn.class, "text");
        for (int row = 0; row < targets.rows(); row++) {
            if (targets.isMissing(row)) {
                throw invalid(StandardColumn.TARGETS, row, "has no value");
            }
        }
        return targets;
    }

    /** Returns the column with the number of output tokens to request per row, if the data set has this column. */
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
                throw invalid(meaning, row, "must be from 1 to " + Integer.MAX_VALUE + ": got " + counts.json(row));
            }
        }
        return Optional.of(counts);
    }

    private <C extends DatasetColumn> C require(StandardColumn meaning, Class<C> type, String expected)
            throws DatasetException {
        DatasetColumn column = dataset.find(meaning)
                .orElseThrow(() -> DatasetException.of(dataset.name() + " has no column for \"" + meaning.userName()
                        + "\"; its columns are " + String.join(", ", dataset.columnNames())));
        if (!type.isInstance(column)) {
            throw DatasetException.of(
                    dataset.name() + ": column \"" + dataset.nameOf(meaning).orElseThrow()
                            + "\", used as " + meaning.userName() + ", must have the type " + expected
                            + ": got the type " + column.type() + firstOther(column, type));
        }
        return type.cast(column);
    }

    /**
     * Returns the last part of a message, which shows the first value of an unexpected type. Returns an empty string if all values have the
     * expected type, or if this class cannot recognize the expected type.
     */
    private static String firstOther(DatasetColumn column, Class<?> expected) {
        @Nullable
        Pattern pattern = expected == IntListColumn.class ? LIST : expected == IntegerColumn.class ? INTEGER : null;
        for (int row = 0; pattern != null && row < column.rows(); row++) {
            String value = column.json(row);
            if (!column.isMissing(row) && !pattern.matcher(value).matches()) {
                String shown = value.length() <= MAX_SHOWN ? value : value.substring(0, MAX_SHOWN) + "...";
                return ", because row " + (row + 1) + " has the value " + shown;
            }
        }
        return "";
    }

    private DatasetException invalid(StandardColumn meaning, int row, String problem) {
        return DatasetException.of(dataset.name() + ", row " + (row + 1) + ": \""
                + dataset.nameOf(meaning).orElseThrow() + "\" " + problem);
    }
}
