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

/** The items of a CBOR sequence, each asked for as what it has to be. For one thread. */
final class Items implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final EndOfFile end;
    private final CBORParser in;

    Items(Path file, InputStream stream) throws IOException {
        this.file = file;
        this.end = new EndOfFile(new BufferedInputStream(stream, BUFFER));
        this.in = new CBORFactory().createParser(end);
    }

    /** Whether more was wanted than the file has. */
    boolean isCut() {
        return end.isSeen();
    }

    /** What comes next; null at the end of the file. */
    JsonToken next() throws IOException {
        return in.nextToken();
    }

    void expect(JsonToken wanted, String what) throws IOException {
        require(in.nextToken(), wanted, what);
    }

    /** The name of the next field. */
    String name() throws IOException {
        expect(JsonToken.FIELD_NAME, "the name of a field");
        return in.currentName();
    }

    void expectName(String wanted) throws IOException {
        String name = name();
        if (!wanted.equals(name)) {
            throw broken("has the field '" + name + "' where '" + wanted + "' should be");
        }
    }

    String text() throws IOException {
        expect(JsonToken.VALUE_STRING, "a text");
        return in.getText();
    }

    long integer() throws IOException {
        expect(JsonToken.VALUE_NUMBER_INT, "a number");
        return in.getLongValue();
    }

    /** A number that is at least -1. */
    int count() throws IOException {
        long value = integer();
        if (value < -1 || value > Integer.MAX_VALUE) {
            throw broken("has " + value + " where a count should be");
        }
        return (int) value;
    }

    OptionalLong integerOrNull() throws IOException {
        JsonToken token = in.nextToken();
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
            throw broken("has " + bytes.length + " bytes of gaps with tag " + tag + ", which is none of ours");
        }
        return TypedArrays.read(tag, bytes);
    }

    private void require(JsonToken token, JsonToken wanted, String what) throws IOException {
        if (token == null) {
            throw new JsonEOFException(in, wanted, "the file is cut");
        }
        if (token != wanted) {
            throw broken("has " + token + " where " + what + " should be");
        }
    }

    RecordException broken(String what) {
        return broken(what, null);
    }

    RecordException broken(String what, @Nullable Throwable cause) {
        return new RecordException(
                file + " " + what + " (before byte " + in.currentLocation().getByteOffset() + ")", cause);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
