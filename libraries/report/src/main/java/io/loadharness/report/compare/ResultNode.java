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
 * A place in a JSON file. What is missing or null is empty; what is of another type than it should be is an error that names the place.
 *
 * @param file where it is
 * @param place the names on the way to it, empty at the root
 * @param json what is there
 */
record ResultNode(Path file, String place, JsonNode json) {

    /** As Python writes it: it has numbers that are none. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    static ResultNode read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            return new ResultNode(file, "", MAPPER.readTree(bytes));
        } catch (JsonProcessingException e) {
            throw new ReportException(file + " is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Whether it has a value of some name. */
    boolean has(String name) {
        return json.hasNonNull(name);
    }

    /** The object of a name; one without anything in it if there is none. */
    ResultNode at(String name) throws ReportException {
        JsonNode found = json.path(name);
        if (found.isNull() || found.isMissingNode()) {
            return new ResultNode(file, placeOf(name), MissingNode.getInstance());
        }
        if (!found.isObject()) {
            throw wrong(name, "an object");
        }
        return new ResultNode(file, placeOf(name), found);
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
            throw wrong(name, "a count");
        }
        return OptionalLong.of(found.asLong());
    }

    /** A text, number or truth value as text. */
    Optional<String> text(String name) throws ReportException {
        if (!has(name)) {
            return Optional.empty();
        }
        if (!json.get(name).isValueNode()) {
            throw wrong(name, "a text");
        }
        return Optional.of(json.get(name).asText());
    }

    /** The objects of a list; none if it is missing. */
    List<ResultNode> objects(String name) throws ReportException {
        JsonNode found = json.path(name);
        if (has(name) && !found.isArray()) {
            throw wrong(name, "a list");
        }
        List<ResultNode> objects = new ArrayList<>();
        for (JsonNode each : found) {
            String element = name + "[" + objects.size() + "]";
            if (!each.isObject()) {
                throw wrong(element, "an object");
            }
            objects.add(new ResultNode(file, placeOf(element), each));
        }
        return objects;
    }

    /** Puts every plain value below here into a map, by the names on the way to it; a list of plain values is one. */
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

    /** What is in a place is not what it should be. */
    ReportException wrong(String name, String expected) {
        JsonNode found = json.path(name);
        String said = found.isValueNode()
                ? shortened(found.toString())
                : found.getNodeType().name().toLowerCase(Locale.ROOT);
        return new ReportException(file + ": " + placeOf(name) + " is " + said + " and should be " + expected);
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }

    private String placeOf(String name) {
        return place.isEmpty() ? name : place + "." + name;
    }
}
