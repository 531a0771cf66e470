// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;

/** The token ids of a {@code tokenizer.json}. Immutable after it is read. */
final class Vocabulary {

    /** The maximum number of ids, far more than any model has. */
    private static final int MAX_IDS = 1 << 26;

    private final Path file;
    private final BitSet special = new BitSet();
    private boolean hasModel;
    private int size;

    private Vocabulary(Path file) {
        this.file = file;
    }

    /**
     * Reads the vocabulary.
     *
     * @throws IllegalArgumentException if the text is not a {@code tokenizer.json}; the message gives the reason
     */
    static Vocabulary of(Path file, String json) {
        Vocabulary vocabulary = JsonReader.read(file, json, parser -> new Vocabulary(file).read(parser));
        if (!vocabulary.hasModel || vocabulary.size == 0) {
            throw new IllegalArgumentException(file + " is not a tokenizer.json: it has no model with a vocabulary");
        }
        return vocabulary;
    }

    /** Returns the highest id plus one. */
    int size() {
        return size;
    }

    boolean isSpecial(int id) {
        return id >= 0 && special.get(id);
    }

    /** Returns the id. Throws an exception if the model does not have this id. */
    int require(int id, int position) {
        if (id < 0 || id >= size) {
            throw new IllegalArgumentException("there is no token with id " + id + " (position " + position + ")"
                    + ": the ids of " + file + " are 0 to " + (size - 1));
        }
        return id;
    }

    private Vocabulary read(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("added_tokens") && value == JsonToken.START_ARRAY) {
                readAdded(parser);
            } else if (name.equals("model") && value == JsonToken.START_OBJECT) {
                hasModel = true;
                readModel(parser);
            } else {
                parser.skipChildren();
            }
        }
        return this;
    }

    private void readAdded(JsonParser parser) throws IOException {
        for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
            if (next == JsonToken.START_OBJECT) {
                readAddedToken(parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void readAddedToken(JsonParser parser) throws IOException {
        int id = -1;
        boolean isSpecial = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("id") && value == JsonToken.VALUE_NUMBER_INT) {
                id = id(parser);
            } else if (name.equals("special")) {
                isSpecial = value == JsonToken.VALUE_TRUE;
            } else {
                parser.skipChildren();
            }
        }
        if (id >= 0) {
            special.set(id, isSpecial);
        }
    }

    private void readModel(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isVocabulary = parser.currentName().equals("vocab");
            JsonToken value = parser.nextToken();
            if (isVocabulary && value == JsonToken.START_OBJECT) {
                readIdsByToken(parser);
            } else if (isVocabulary && value == JsonToken.START_ARRAY) {
                readTokensInOrder(parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void readIdsByToken(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT) {
                id(parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void readTokensInOrder(JsonParser parser) throws IOException {
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            parser.skipChildren();
            count++;
        }
        size = Math.max(size, count);
    }

    private int id(JsonParser parser) throws IOException {
        long id = parser.getLongValue();
        if (id < 0 || id >= MAX_IDS) {
            throw new IllegalArgumentException(
                    file + ", line " + parser.currentLocation().getLineNr() + ": " + id + " is not a valid token id");
        }
        size = Math.max(size, (int) id + 1);
        return (int) id;
    }
}
