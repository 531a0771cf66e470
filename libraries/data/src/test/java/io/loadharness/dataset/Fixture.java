// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A file written by the original Python libraries, with its expected rows. */
public record Fixture(Path file) {

    private static final Path FOLDER = Path.of("src/test/resources/io/loadharness/dataset");
    private static final String ROWS = ".jsonl";
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    public static Fixture of(String folder, String name) {
        return new Fixture(FOLDER.resolve(folder).resolve(name));
    }

    /** Returns the files with expected rows; files without them must be rejected. */
    public static Stream<Fixture> all(String folder, String ending) {
        try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
            return files
                    .filter(file -> file.toString().endsWith(ending) && Files.exists(rows(file)))
                    .sorted()
                    .map(Fixture::new)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public byte[] bytes() {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the expected rows, with integers as longs. */
    public List<Map<String, Object>> rows() throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        try (InputStream in = Files.newInputStream(rows(file));
                JsonParser json = JSON.createParser(in)) {
            while (json.nextToken() != null) {
                rows.add(object(json));
            }
        }
        return rows;
    }

    private static Path rows(Path file) {
        return file.resolveSibling(file.getFileName() + ROWS);
    }

    private static Map<String, Object> object(JsonParser json) throws IOException {
        Map<String, Object> row = new LinkedHashMap<>();
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            row.put(name, value(json));
        }
        return row;
    }

    private static Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case VALUE_STRING -> json.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(json));
                }
                yield list;
            }
            default -> throw new IllegalStateException("unexpected " + json.currentToken());
        };
    }

    @Override
    public String toString() {
        return file.getFileName().toString();
    }
}
