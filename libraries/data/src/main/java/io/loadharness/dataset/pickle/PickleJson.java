// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.loadharness.dataset.DatasetException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/** Converts lists and dictionaries to JSON. NaN and infinite numbers become null, as in pandas. */
final class PickleJson {

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamWriteFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final int MAX_DEPTH = 100;

    private final String column;
    private final JsonGenerator json;

    private PickleJson(String column, JsonGenerator json) {
        this.column = column;
        this.json = json;
    }

    static String of(Object value, String column, CellWriter.ExpansionLimit expansion) throws DatasetException {
        var text = new BoundedText(expansion);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            new PickleJson(column, json).write(value, 0);
        } catch (DatasetException e) {
            throw e;
        } catch (JsonProcessingException e) {
            throw new DatasetException("a value of column " + PickleChecks.quote(column)
                    + " cannot be converted to JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static String unsupported(String column, Object value) {
        return "column " + PickleChecks.quote(column) + " holds " + PickleChecks.describe(value)
                + "; supported are numbers, booleans, strings, lists, dictionaries and arrays";
    }

    private void write(Object value, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new DatasetException("column " + PickleChecks.quote(column)
                    + " has a value that contains itself or is nested deeper than " + MAX_DEPTH + " levels");
        }
        if (value instanceof String text) {
            json.writeString(text);
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof Double number) {
            writeNumber(number);
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value == PickleMachine.NONE) {
            json.writeNull();
        } else if (value instanceof PickleList list) {
            writeArray(list, depth);
        } else if (value instanceof Mapping fields) {
            writeObject(fields, depth);
        } else if (value instanceof NdArray array) {
            write(array.value(), depth + 1);
        } else {
            throw new DatasetException(unsupported(column, value));
        }
    }

    private void writeNumber(double number) throws IOException {
        if (Double.isFinite(number)) {
            json.writeNumber(number);
        } else {
            json.writeNull();
        }
    }

    private void writeArray(PickleList list, int depth) throws IOException {
        json.writeStartArray();
        for (int i = 0; i < list.length(); i++) {
            write(list.get(i), depth + 1);
        }
        json.writeEndArray();
    }

    private void writeObject(Mapping fields, int depth) throws IOException {
        json.writeStartObject();
        for (int i = 0; i < fields.size(); i++) {
            json.writeFieldName(fields.name(i));
            write(fields.value(i), depth + 1);
        }
        json.writeEndObject();
    }

    /** A writer that collects JSON in memory and throws an exception if the text becomes too long. */
    private static final class BoundedText extends Writer {

        private static final int MAX_LENGTH = 1 << 26;

        private final StringBuilder text = new StringBuilder();
        private final CellWriter.ExpansionLimit expansion;

        BoundedText(CellWriter.ExpansionLimit expansion) {
            this.expansion = expansion;
        }

        @Override
        public void write(char[] characters, int from, int count) throws IOException {
            expansion.add(count);
            if (text.length() + count > MAX_LENGTH) {
                throw new DatasetException("the pickle has a list or dictionary whose JSON would have more than "
                        + MAX_LENGTH + " characters");
            }
            text.append(characters, from, count);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
