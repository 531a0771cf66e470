// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A scalar that replaces a value in a document: {@code load.stages.0.rate=10} or {@code load.stages[0].rate=10}. A key that is not in the
 * document is added; the reader of the document reports unknown keys.
 */
public final class YamlOverride {

    private final SourceLocation location;
    private final List<String> keys;
    private final Scalar value;

    YamlOverride(String source, String path, Scalar value) {
        location = new SourceLocation(source + " " + path, 0);
        keys = Arrays.asList(path.replaceAll("\\[(\\d+)]", ".$1").split("\\.", -1));
        if (keys.contains("")) {
            throw new YamlException(
                    location, "is not a key: write a key and a value, for example load.stages.0.rate=10");
        }
        this.value = value;
    }

    /**
     * Parses a list of overrides, {@code key=value,key=value}. A value in quotes may contain commas. A text without an equals sign is
     * parsed as {@code key,value,key,value}.
     *
     * @param source the name of the text in messages
     * @throws YamlException if the text is not a list of overrides
     */
    public static List<YamlOverride> parse(String source, String text) {
        return new OverrideText(source, text).overrides();
    }

    /**
     * Puts the value into a document.
     *
     * @throws YamlException if the path continues below a scalar, or contains an index beyond the end of a list
     */
    public void applyTo(YamlMap document) {
        Object parent = document;
        for (int depth = 0; depth < keys.size() - 1; depth++) {
            parent = child(parent, depth);
        }
        put(parent, keys.size() - 1, new YamlValue(location, path(keys.size()), value));
    }

    private Object child(Object parent, int depth) {
        YamlValue found = get(parent, depth);
        if (found != null && !found.isNull()) {
            return found.content();
        }
        YamlMap added = new YamlMap(location, path(depth + 1), Map.of());
        put(parent, depth, new YamlValue(location, path(depth + 1), added));
        return added;
    }

    private @Nullable YamlValue get(Object parent, int depth) {
        return parent instanceof YamlMap map
                ? map.values().get(keys.get(depth))
                : list(parent, depth).get(index(list(parent, depth), depth));
    }

    private void put(Object parent, int depth, YamlValue value) {
        if (parent instanceof YamlMap map) {
            map.values().put(keys.get(depth), value);
        } else {
            list(parent, depth).set(index(list(parent, depth), depth), value);
        }
    }

    @SuppressWarnings("unchecked") // lists of a document hold only YamlValue
    private List<YamlValue> list(Object parent, int depth) {
        if (parent instanceof List<?> list) {
            return (List<YamlValue>) list;
        }
        throw new YamlException(location, path(depth) + " is " + parent + " and has no key '" + keys.get(depth) + "'");
    }

    private int index(List<YamlValue> list, int depth) {
        String key = keys.get(depth);
        int index = key.matches("\\d{1,9}") ? Integer.parseInt(key) : list.size();
        if (index >= list.size()) {
            throw new YamlException(
                    location,
                    path(depth)
                            + (list.isEmpty()
                                    ? " is an empty list"
                                    : " is a list of " + list.size() + " values; did you mean " + path(depth) + "."
                                            + (list.size() - 1) + "?"));
        }
        return index;
    }

    private String path(int depth) {
        return String.join(".", keys.subList(0, depth));
    }
}
