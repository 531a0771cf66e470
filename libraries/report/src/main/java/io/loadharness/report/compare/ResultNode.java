// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.loadharness.report.ReportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A node of a JSON file. Methods return empty for missing and null values. If a value has the wrong type, the error message gives its
 * path.
 *
 * @param file the file
 * @param path the path of the node, such as {@code successes.latency}; empty for the root
 * @param json the content of the node
 */
record ResultNode(Path file, String path, JsonNode json) {

    /** A mapper that also reads NaN and infinity, which Python writes. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    static ResultNode read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            return new ResultNode(file, "", MAPPER.readTree(bytes));
        } catch (JsonProcessingException e) {
            throw new ReportException(file + " is not valid JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Returns true if the node has a value with the given name. */
    boolean has(String name) {
        return json.hasNonNull(name);
    }

    /** Returns the object with a name; an empty node if the object is missing. */
    ResultNode at(String name) throws ReportException {
        JsonNode found = json.path(name);
        if (found.isNull() || found.isMissingNode()) {
            return new ResultNode(file, pathOf(name), MissingNode.getInstance());
        }
        if (!found.isObject()) {
            throw wrong(name, "an object");
        }
        return new ResultNode(file, pathOf(name), found);
    }

    OptionalDouble number(String name) throws ReportException {
        if (!has(name)) {
            return OptionalDouble.empty();
        }
        JsonNode found = json.get(name);
        if (!found.isNumber()) {
            throw wrong(name, "a number");
        }
        return Double.isFinite(found.asDouble()) ? OptionalDouble.of(found.asDouble()) : OptionalDouble.empty();
    }

    OptionalLong count(String name) throws ReportException {
        if (!has(name)) {
            return OptionalLong.empty();
        }
        JsonNode found = json.get(name);
        if (!found.canConvertToLong() || !found.canConvertToExactIntegral() || found.asLong() < 0) {
            throw wrong(name, "a non-negative integer");
        }
        return OptionalLong.of(found.asLong());
    }

    /** Returns a string, number or boolean as text. */
    Optional<String> text(String name) throws ReportException {
        if (!has(name)) {
            return Optional.empty();
        }
        if (!json.get(name).isValueNode()) {
            throw wrong(name, "a string, number or boolean");
        }
        return Optional.of(json.get(name).asText());
    }

    /** Returns the objects of an array; empty if the array is missing. */
    List<ResultNode> objects(String name) throws ReportException {
        JsonNode found = json.path(name);
        if (has(name) && !found.isArray()) {
            throw wrong(name, "an array");
        }
        List<ResultNode> objects = new ArrayList<>();
        for (JsonNode each : found) {
            String element = name + "[" + objects.size() + "]";
            if (!each.isObject()) {
                throw wrong(element, "an object");
            }
            objects.add(new ResultNode(file, pathOf(element), each));
        }
        return objects;
    }

    /** Adds all scalar values below this node to a map, with their paths as keys. An array becomes a single value. */
    void flattenInto(Map<String, String> values) {
        flatten("", json, values);
    }

    private static void flatten(String prefix, JsonNode node, Map<String, String> values) {
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            String name = prefix + field.getKey();
            JsonNode value = field.getValue();
            if (value.isValueNode() && !value.isNull()) {
                values.put(name, value.asText());
            } else if (value.isArray()) {
                List<String> elements = new ArrayList<>();
                value.forEach(element -> elements.add(element.isValueNode() ? element.asText() : element.toString()));
                values.put(name, String.join(", ", elements));
            } else {
                flatten(name + ".", value, values);
            }
        }
    }

    /** Returns the exception for a value of the wrong type. */
    ReportException wrong(String name, String expected) {
        JsonNode found = json.path(name);
        String actual = found.isValueNode()
                ? shortened(found.toString())
                : found.getNodeType().name().toLowerCase(Locale.ROOT);
        return new ReportException(file + ": " + pathOf(name) + " must be " + expected + ": got " + actual);
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }

    private String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
