package io.loadharness.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import java.io.Closeable;
import java.io.IOException;

/**
 * Reads one JSON object after the other, each of which is given as a whole. Stays with one stream and is used again for each object, so
 * that reading one allocates nothing but what the reader asks for.
 */
final class JsonCursor implements Closeable {

    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** Takes an object whose first field is next. */
    @FunctionalInterface
    interface Reader {

        /** Reads all fields, see {@link JsonCursor#nextField}. */
        void read(JsonCursor json) throws IOException;
    }

    private final JsonParser parser;
    private final ByteArrayFeeder feeder;

    JsonCursor() {
        try {
            parser = FACTORY.createNonBlockingByteArrayParser();
        } catch (IOException e) {
            throw new IllegalStateException(e); // it reads nothing yet
        }
        feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
    }

    /**
     * Reads the object in {@code [from, to)}.
     *
     * @throws FailureException if there is none, or not only one
     */
    void object(byte[] bytes, int from, int to, Reader reader) {
        try {
            feeder.feedInput(bytes, from, to);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw malformed(bytes, from, to, "it is no object");
            }
            reader.read(this);
            if (parser.nextToken() != JsonToken.NOT_AVAILABLE) {
                throw malformed(bytes, from, to, "something follows the object");
            }
        } catch (JsonProcessingException e) {
            throw malformed(bytes, from, to, e.getOriginalMessage());
        } catch (IOException e) {
            throw malformed(bytes, from, to, e.getMessage());
        }
    }

    /** Steps to the value of the next field of the object; returns the name, or null at the end of the object. */
    String nextField() throws IOException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.END_OBJECT) {
            return null;
        }
        String name = token == JsonToken.FIELD_NAME ? parser.currentName() : null;
        if (name == null || parser.nextToken() == JsonToken.NOT_AVAILABLE) {
            throw new CutException();
        }
        return name;
    }

    /** Steps to the next element of the array; returns whether there is one. */
    boolean nextElement() throws IOException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.NOT_AVAILABLE) {
            throw new CutException();
        }
        return token != JsonToken.END_ARRAY;
    }

    boolean isObject() {
        return parser.currentToken() == JsonToken.START_OBJECT;
    }

    boolean isArray() {
        return parser.currentToken() == JsonToken.START_ARRAY;
    }

    boolean isString() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    boolean isTrue() {
        return parser.currentToken() == JsonToken.VALUE_TRUE;
    }

    /** Passes over the value. */
    void skip() throws IOException {
        parser.skipChildren();
    }

    /** The value as a string; empty if it is none. */
    String string() throws IOException {
        if (isString()) {
            return parser.getText();
        }
        skip();
        return "";
    }

    /** The value as an integer; the given one if it is none. */
    int integer(int otherwise) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            return parser.getIntValue();
        }
        skip();
        return otherwise;
    }

    /** Appends the value to a text that is kept, or passes over it; returns how many characters it has. */
    int text(StringBuilder kept) throws IOException {
        if (!isString()) {
            skip();
            return 0;
        }
        int length = parser.getTextLength();
        if (kept != null && length > 0) {
            kept.append(parser.getTextCharacters(), parser.getTextOffset(), length);
        }
        return length;
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw new IllegalStateException(e); // there is nothing behind it that could fail
        }
    }

    private static FailureException malformed(byte[] bytes, int from, int to, String why) {
        return FailureException.malformed(
                "this is not the JSON that is due, " + why + ": " + Excerpt.of(bytes, from, to));
    }

    private static final class CutException extends IOException {

        private static final long serialVersionUID = 1;

        CutException() {
            super("it ends in the middle");
        }
    }
}
