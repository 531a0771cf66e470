// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalDouble;

/** Reads and writes the JSON files in the folder of a run. */
final class RunJson {

    static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModules(new Jdk8Module(), new JavaTimeModule())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private RunJson() {}

    /** Writes a document. Does not close the stream. */
    static void write(OutputStream out, JsonNode document) throws IOException {
        MAPPER.writerWithDefaultPrettyPrinter()
                .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .writeValue(out, document);
    }

    /** Adds a number to an object. Adds null if the number is unknown. */
    static void put(ObjectNode node, String name, OptionalDouble value) {
        node.put(name, value.isPresent() ? (Double) value.getAsDouble() : null);
    }

    static void write(Path file, Object value) throws IOException {
        byte[] json = MAPPER.writeValueAsBytes(value);
        AtomicFileWriter.write(file, out -> out.write(json));
    }

    /** Converts an object to JSON and back. The result equals the object that {@link #read} returns after {@link #write(Path, Object)}. */
    static <T> T readBack(T value, Class<T> type) throws IOException {
        return MAPPER.readValue(MAPPER.writeValueAsBytes(value), type);
    }

    static <T> T read(Path file, Class<T> type) throws IOException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new RunFolder(Objects.requireNonNull(file.getParent())).missing(file, e);
        }
        try {
            T value = MAPPER.readValue(bytes, type);
            if (value == null) {
                throw new ReportException(file + " has invalid content: it contains only null");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new ReportException(file + " has invalid content: " + e.getOriginalMessage(), e);
        }
    }
}
