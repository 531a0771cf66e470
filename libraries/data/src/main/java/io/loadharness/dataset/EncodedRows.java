// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.inference.ChatOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Adds two values to each row: the token ids of the prompt, and their number. Forwards the rows to another sink. Encodes many rows at a
 * time on all CPUs. After the last row, call {@link #flush}. Not thread-safe.
 */
final class EncodedRows implements RowSink {

    private static final String IDS = StandardColumn.INPUT_IDS.userName();
    private static final String LENGTHS = StandardColumn.INPUT_LENS.userName();

    /** The number of rows that are encoded at a time. */
    private static final int BATCH = 4096;

    /** The maximum number of characters of the prompts that are encoded at a time. */
    private static final int MAX_BATCH_CHARACTERS = 1 << 24;

    private final RowSink rows;
    private final PromptEncoder encoder;
    private final Optional<String> input;
    private final List<String> names = new ArrayList<>();
    private final List<BufferedRow> buffered = new ArrayList<>();
    private BufferedRow row = new BufferedRow();
    private int inputColumn = -1;
    private int toolsColumn = -1;
    private int documentsColumn = -1;
    private int namesAtChoice;
    private long characters;
    private long written;

    /**
     * Creates a sink.
     *
     * @param input the name of the column of prompts; if it is empty, the name is derived as for {@link StandardColumn#INPUT}
     */
    EncodedRows(RowSink rows, PromptEncoder encoder, Optional<String> input) {
        this.rows = rows;
        this.encoder = encoder;
        this.input = input;
    }

    @Override
    public int column(String name) {
        int column = rows.column(name);
        while (names.size() <= column) {
            names.add("");
        }
        names.set(column, name);
        return column;
    }

    @Override
    public void text(int column, String value) {
        row.writes.add(sink -> sink.text(column, value));
        row.values.add(new Value(column, value, false));
    }

    @Override
    public void json(int column, String value) {
        row.writes.add(sink -> sink.json(column, value));
        row.values.add(new Value(column, value, true));
    }

    @Override
    public void integer(int column, long value) {
        row.writes.add(sink -> sink.integer(column, value));
    }

    @Override
    public void number(int column, double value) {
        row.writes.add(sink -> sink.number(column, value));
    }

    @Override
    public void flag(int column, boolean value) {
        row.writes.add(sink -> sink.flag(column, value));
    }

    @Override
    public void integers(int column, int[] values, int from, int count) {
        int[] copy = Arrays.copyOfRange(values, from, from + count);
        row.writes.add(sink -> sink.integers(column, copy, 0, copy.length));
    }

    @Override
    public void endRow() throws DatasetException {
        chooseInput();
        row.keepOnly(List.of(inputColumn, toolsColumn, documentsColumn));
        characters += row.values.stream().mapToLong(each -> each.text.length()).sum();
        buffered.add(row);
        row = new BufferedRow();
        if (buffered.size() == BATCH || characters > MAX_BATCH_CHARACTERS) {
            flush();
        }
    }

    @Override
    public long rows() {
        return written + buffered.size();
    }

    /** Finds the column of prompts among the columns that are known so far, and checks that the rows have no token ids yet. */
    private void chooseInput() throws DatasetException {
        if (names.size() == namesAtChoice) {
            return;
        }
        namesAtChoice = names.size();
        Map<StandardColumn, String> meanings = StandardColumn.among(Set.copyOf(names));
        for (StandardColumn each : List.of(StandardColumn.INPUT_IDS, StandardColumn.INPUT_LENS)) {
            String present = meanings.get(each);
            if (present != null && (each == StandardColumn.INPUT_IDS || present.equals(LENGTHS))) {
                throw DatasetException.of("column \"" + present
                        + "\" already has the token ids or their number: leave out the tokenizer, or the column");
            }
        }
        String images = meanings.get(StandardColumn.IMAGES);
        if (images != null) {
            throw CheckedColumns.noImages(images);
        }
        String name = input.orElse(meanings.get(StandardColumn.INPUT));
        inputColumn = indexOf(name);
        toolsColumn = indexOf(meanings.get(StandardColumn.TOOLS));
        documentsColumn = indexOf(meanings.get(StandardColumn.DOCUMENTS));
    }

    private int indexOf(@Nullable String name) {
        return name == null ? -1 : names.indexOf(name);
    }

    /** Encodes and forwards the buffered rows. */
    void flush() throws DatasetException {
        if (buffered.isEmpty()) {
            return;
        }
        if (inputColumn < 0) {
            throw DatasetException.of("there is no column "
                    + input.map(name -> "\"" + name + "\"").orElse("of prompts")
                    + " to encode; the columns are " + String.join(", ", names));
        }
        List<Encoded> encoded = IntStream.range(0, buffered.size())
                .parallel()
                .mapToObj(i -> encode(buffered.get(i)))
                .toList();
        int ids = rows.column(IDS);
        int lengths = rows.column(LENGTHS);
        for (int i = 0; i < encoded.size(); i++) {
            Encoded each = encoded.get(i);
            try {
                if (each.problem != null) {
                    throw new DatasetException("\"" + names.get(inputColumn) + "\" " + each.problem);
                }
                for (Write write : buffered.get(i).writes) {
                    write.to(rows);
                }
                rows.integers(ids, each.ids, 0, each.ids.length);
                rows.integer(lengths, each.ids.length);
                rows.endRow();
            } catch (DatasetException e) {
                throw e.withDefaultLocation("row " + (written + 1));
            }
            written++;
        }
        buffered.clear();
        characters = 0;
    }

    private Encoded encode(BufferedRow from) {
        Optional<Value> input = from.value(inputColumn);
        if (input.isEmpty() || input.get().text.isEmpty()) {
            return new Encoded(new int[0], input.isEmpty() ? "has no text" : "is empty");
        }
        Value prompt = input.get();
        try {
            ChatOptions options = ChatOptions.DEFAULTS
                    .withTools(objects(from, toolsColumn, prompt.isJson))
                    .withDocuments(objects(from, documentsColumn, prompt.isJson));
            return new Encoded(
                    prompt.isJson ? encoder.messages(prompt.text, options) : encoder.text(prompt.text, options), null);
        } catch (IllegalArgumentException e) {
            return new Encoded(new int[0], "cannot be encoded: " + e.getMessage());
        }
    }

    /** Returns the tools or the documents of a chat. */
    private List<Map<String, @Nullable Object>> objects(BufferedRow from, int column, boolean isChat) {
        Optional<Value> value = from.value(column).filter(each -> isChat && !each.text.isEmpty());
        try {
            return value.isEmpty() ? List.of() : JsonValues.objects(value.get().text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"" + names.get(column) + "\" " + e.getMessage(), e);
        }
    }

    /** Writes a value to a sink. */
    @FunctionalInterface
    private interface Write {

        void to(RowSink sink) throws DatasetException;
    }

    /** A text or JSON value, which may be the prompt of its row, or the tools or the documents of a chat. */
    private record Value(int column, String text, boolean isJson) {}

    /** The result of encoding a row: token ids, or the reason why there are none. */
    private static final class Encoded {

        private final int[] ids;
        private final @Nullable String problem;

        Encoded(int[] ids, @Nullable String problem) {
            this.ids = ids;
            this.problem = problem;
        }
    }

    /** A row that is not written yet. */
    private static final class BufferedRow {

        private final List<Write> writes = new ArrayList<>();
        private final List<Value> values = new ArrayList<>(1);

        /** Keeps only the values in the given columns. */
        void keepOnly(List<Integer> columns) {
            values.removeIf(each -> !columns.contains(each.column));
        }

        Optional<Value> value(int column) {
            return values.stream().filter(each -> each.column == column).findFirst();
        }
    }
}
