// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetColumn;
import io.loadharness.dataset.StandardColumn;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Reads targets: labels from MLPerf's val_map.txt, and labels and texts from columns of data sets. */
final class Targets {

    /** The names of columns with labels. */
    private static final List<String> LABELS = List.of("label", "labels", "class", "target", "targets");

    /** The names of columns with several correct answers. */
    private static final List<String> ANSWERS = List.of("answers", "references");

    private static final JsonFactory JSON = new JsonFactory();

    private Targets() {}

    /** Returns the label of each sample. */
    static long[] labels(ScoringInput input) throws IOException {
        Path file = require(input.targets());
        return String.valueOf(file.getFileName()).endsWith(".txt") ? valMap(file) : labelColumn(file, input.column());
    }

    /** Checks that the file of the targets exists. */
    static Path require(Path file) throws AccuracyException {
        if (!Files.isRegularFile(file)) {
            throw new AccuracyException(
                    "the file of targets " + file + (Files.exists(file) ? " is not a file" : " does not exist"));
        }
        return file;
    }

    /** Reads lines with a file name and a label. The line is the number of the sample. */
    private static long[] valMap(Path file) throws IOException {
        LongStream.Builder labels = LongStream.builder();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            int blank = 0;
            int number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String stripped = line.strip();
                if (stripped.isEmpty()) {
                    blank = blank == 0 ? number : blank;
                } else if (blank > 0) {
                    throw new AccuracyException(file + ", line " + blank
                            + ": the line is empty, but the line number of a label is the number of its sample");
                } else {
                    labels.add(label(file, number, stripped));
                }
                number++;
            }
        } catch (MalformedInputException e) {
            throw new AccuracyException(
                    file
                            + " is not text in UTF-8: give MLPerf's val_map.txt, with a file name and a label in each line",
                    e);
        }
        return labels.build().toArray();
    }

    private static long label(Path file, int number, String line) throws AccuracyException {
        String[] columns = line.split("\\s+", -1);
        try {
            return Long.parseLong(columns[columns.length > 1 ? 1 : 0]);
        } catch (NumberFormatException e) {
            throw new AccuracyException(
                    file + ", line " + number + ": expected a file name and a label, such as 'image_1.jpeg 65': got '"
                            + (line.length() > 40 ? line.substring(0, 40) + "..." : line) + "'",
                    e);
        }
    }

    private static long[] labelColumn(Path file, Optional<String> name) throws IOException {
        Dataset dataset = Dataset.read(file);
        DatasetColumn column = column(file, dataset, name, LABELS);
        long[] labels = new long[column.rows()];
        for (int row = 0; row < labels.length; row++) {
            String value = column.json(row);
            try {
                labels[row] = Long.parseLong(value.startsWith("\"") ? value.substring(1, value.length() - 1) : value);
            } catch (NumberFormatException e) {
                throw new AccuracyException(
                        file + ", row " + (row + 1) + ": a label must be an integer: got " + value, e);
            }
        }
        return labels;
    }

    private static DatasetColumn column(Path file, Dataset dataset, Optional<String> name, List<String> names)
            throws AccuracyException {
        if (name.isPresent()) {
            try {
                return dataset.column(name.get());
            } catch (IllegalArgumentException e) {
                throw new AccuracyException(String.valueOf(e.getMessage()), e);
            }
        }
        Optional<String> known =
                names.stream().filter(dataset.columnNames()::contains).findFirst();
        if (known.isPresent()) {
            return dataset.column(known.get());
        }
        if (dataset.find(StandardColumn.TARGETS).isPresent()) {
            return dataset.find(StandardColumn.TARGETS).get();
        }
        if (dataset.columnNames().size() == 1) {
            return dataset.column(dataset.columnNames().iterator().next());
        }
        throw new AccuracyException(file + " has no column of targets, such as \"" + names.get(0)
                + "\": give the name of the column; its" + " columns are " + String.join(", ", dataset.columnNames()));
    }

    /** Returns the correct answers to each sample. */
    static List<List<String>> answers(ScoringInput input) throws IOException {
        Path file = require(input.targets());
        return SquadFile.isOne(file)
                ? SquadFile.read(file).stream().map(SquadFile.Question::answers).toList()
                : answerColumn(file, input.column());
    }

    private static List<List<String>> answerColumn(Path file, Optional<String> name) throws IOException {
        Dataset dataset = Dataset.read(file);
        DatasetColumn column = column(file, dataset, name, ANSWERS);
        List<List<String>> answers = new ArrayList<>();
        for (int row = 0; row < column.rows(); row++) {
            answers.add(texts(column.json(row)));
            if (answers.get(row).isEmpty()) {
                throw new AccuracyException(file + ", row " + (row + 1) + ": the target must be a text, a list of texts"
                        + " or an object with a list \"text\": got " + column.json(row));
            }
        }
        return answers;
    }

    /** Returns the texts of a string, of a list of strings, or of the field "text" of objects; empty if there are none. */
    private static List<String> texts(String json) throws IOException {
        List<String> texts = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(json)) {
            addTexts(parser.nextToken(), parser, texts);
        } catch (JsonProcessingException e) {
            return List.of();
        }
        return texts;
    }

    private static void addTexts(JsonToken token, JsonParser parser, List<String> texts) throws IOException {
        if (token == JsonToken.START_ARRAY) {
            for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                addTexts(next, parser, texts);
            }
        } else if (token == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isText = parser.currentName().equals("text");
                JsonToken value = parser.nextToken();
                if (isText) {
                    addTexts(value, parser, texts);
                } else {
                    parser.skipChildren();
                }
            }
        } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
            texts.add(parser.getText());
        }
    }
}
