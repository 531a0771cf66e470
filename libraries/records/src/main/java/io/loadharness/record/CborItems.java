// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORParser;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the items of a CBOR sequence and checks their types. Not thread-safe. */
final class CborItems implements AutoCloseable {

    private static final int BUFFER_SIZE = 1 << 16;

    private final Path file;
    private final EndDetectingStream end;
    private final CBORParser in;

    CborItems(Path file, InputStream stream) throws IOException {
        this.file = file;
        this.end = new EndDetectingStream(new BufferedInputStream(stream, BUFFER_SIZE));
        this.in = new CBORFactory().createParser(end);
    }

    /** Returns true if the end of the file was reached, possibly in the middle of an item. */
    boolean isTruncated() {
        return end.isAtEnd();
    }

    /** Returns the next token; null at the end of the file. */
    JsonToken next() throws IOException {
        return in.nextToken();
    }

    void expect(JsonToken expected, String what) throws IOException {
        require(in.nextToken(), expected, what);
    }

    /** Reads the name of the next field. */
    String name() throws IOException {
        expect(JsonToken.FIELD_NAME, "a field name");
        return in.currentName();
    }

    void expectName(String expected) throws IOException {
        String name = name();
        if (!expected.equals(name)) {
            throw malformed("has the field '" + name + "' instead of '" + expected + "'");
        }
    }

    String text() throws IOException {
        expect(JsonToken.VALUE_STRING, "a string");
        return in.getText();
    }

    long integer() throws IOException {
        expect(JsonToken.VALUE_NUMBER_INT, "a number");
        return in.getLongValue();
    }

    /** Reads an integer that is at least -1. */
    int count() throws IOException {
        long value = integer();
        if (value < -1 || value > Integer.MAX_VALUE) {
            throw malformed("has the number " + value + " instead of a count from -1 to " + Integer.MAX_VALUE);
        }
        return (int) value;
    }

    /** Reads the next item, and returns true if it is the end of an array. */
    boolean endsArray() throws IOException {
        return in.nextToken() == JsonToken.END_ARRAY;
    }

    OptionalLong integerOrNull() throws IOException {
        in.nextToken();
        return current();
    }

    /** Returns the item that was read last, which must be an integer or null. */
    OptionalLong current() throws IOException {
        JsonToken token = in.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return OptionalLong.empty();
        }
        require(token, JsonToken.VALUE_NUMBER_INT, "a number");
        return OptionalLong.of(in.getLongValue());
    }

    long[] typedArray() throws IOException {
        expect(JsonToken.VALUE_EMBEDDED_OBJECT, "an array of gaps");
        int tag = in.getCurrentTag();
        byte[] bytes = in.getBinaryValue();
        if (!TypedArrays.isKnown(tag, bytes.length)) {
            throw malformed("has " + bytes.length + " bytes of gaps with tag " + tag
                    + ": allowed are tag 70 with a multiple of 4 bytes and tag 71 with a multiple of 8 bytes");
        }
        return TypedArrays.read(tag, bytes);
    }

    private void require(JsonToken token, JsonToken expected, String what) throws IOException {
        if (token == null) {
            throw new JsonEOFException(in, expected, "the file is truncated");
        }
        if (token != expected) {
            throw malformed("has " + token + " instead of " + what);
        }
    }

    RecordException malformed(String what) {
        return malformed(what, null);
    }

    RecordException malformed(String what, @Nullable Throwable cause) {
        return new RecordException(
                file + " " + what + " (before byte " + in.currentLocation().getByteOffset() + ")", cause);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
