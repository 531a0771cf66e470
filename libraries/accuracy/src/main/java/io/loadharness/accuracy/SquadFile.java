// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the questions of SQuAD in the format of {@code dev-v1.1.json}. */
final class SquadFile {

    private static final JsonFactory JSON = new JsonFactory();

    private final Path file;
    private final JsonParser parser;
    private final List<Question> questions = new ArrayList<>();

    private SquadFile(Path file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /**
     * A question about a text.
     *
     * @param context the text
     * @param text the question
     * @param answers the correct answers
     */
    record Question(String context, String text, List<String> answers) {}

    /** Returns true if the file is an object whose field "data" is a list of objects with "paragraphs". */
    static boolean isOne(Path file) throws IOException {
        try (JsonParser parser = JSON.createParser(Files.newInputStream(file))) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isData = parser.currentName().equals("data");
                parser.nextToken();
                if (isData) {
                    return parser.currentToken() == JsonToken.START_ARRAY
                            && parser.nextToken() == JsonToken.START_OBJECT
                            && hasParagraphs(parser);
                }
                parser.skipChildren();
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean hasParagraphs(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            if (parser.currentName().equals("paragraphs")) {
                return true;
            }
            parser.nextToken();
            parser.skipChildren();
        }
        return false;
    }

    /** Returns all questions in the order of the file. */
    static List<Question> read(Path file) throws IOException {
        try (JsonParser parser = JSON.createParser(Files.newInputStream(file))) {
            SquadFile reader = new SquadFile(file, parser);
            parser.nextToken();
            reader.readObject(field -> {
                if (field.equals("data")) {
                    reader.readList(() -> reader.readObject(reader::readArticle));
                } else {
                    parser.skipChildren();
                }
            });
            return List.copyOf(reader.questions);
        } catch (JsonProcessingException e) {
            throw new AccuracyException(
                    file + ", line " + e.getLocation().getLineNr() + ": the file is damaged: " + e.getOriginalMessage(),
                    e);
        }
    }

    /** Reads the value of a field. The parser is at the first token of the value. */
    @FunctionalInterface
    private interface FieldReader {
        void read(String field) throws IOException;
    }

    /** Reads an element of a list. The parser is at the first token of the element. */
    @FunctionalInterface
    private interface ElementReader {
        void read() throws IOException;
    }

    private void readObject(FieldReader fields) throws IOException {
        require(JsonToken.START_OBJECT, "an object");
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            fields.read(field);
        }
    }

    private void readList(ElementReader elements) throws IOException {
        require(JsonToken.START_ARRAY, "a list");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.read();
        }
    }

    private void readArticle(String field) throws IOException {
        if (field.equals("paragraphs")) {
            readList(this::readParagraph);
        } else {
            parser.skipChildren();
        }
    }

    /** Reads a paragraph. In some files, its questions come before its text. */
    private void readParagraph() throws IOException {
        int first = questions.size();
        StringBuilder context = new StringBuilder();
        readObject(field -> {
            switch (field) {
                case "context" -> context.append(text());
                case "qas" -> readList(this::readQuestion);
                default -> parser.skipChildren();
            }
        });
        questions
                .subList(first, questions.size())
                .replaceAll(each -> new Question(context.toString(), each.text, each.answers));
    }

    private void readQuestion() throws IOException {
        List<String> answers = new ArrayList<>();
        StringBuilder question = new StringBuilder();
        readObject(field -> {
            switch (field) {
                case "question" -> question.append(text());
                case "answers" ->
                    readList(() -> readObject(inner -> {
                        if (inner.equals("text")) {
                            answers.add(text());
                        } else {
                            parser.skipChildren();
                        }
                    }));
                default -> parser.skipChildren();
            }
        });
        if (answers.isEmpty()) {
            throw new AccuracyException(file + ", line "
                    + parser.currentTokenLocation().getLineNr() + ": the question '" + question
                    + "' has no answer: use SQuAD 1.1, whose questions all have answers");
        }
        questions.add(new Question("", question.toString(), List.copyOf(answers)));
    }

    private String text() throws IOException {
        require(JsonToken.VALUE_STRING, "a string");
        return parser.getText();
    }

    private void require(JsonToken expected, String name) throws AccuracyException {
        if (parser.currentToken() != expected) {
            throw new AccuracyException(file + ", line "
                    + parser.currentTokenLocation().getLineNr() + ": expected " + name
                    + ", as in SQuAD's dev-v1.1.json: got " + parser.currentToken());
        }
    }
}
