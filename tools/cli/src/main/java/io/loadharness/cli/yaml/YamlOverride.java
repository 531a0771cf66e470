// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value that stands in for one in a document: {@code load.stages.0.rate=10}, also {@code load.stages[0].rate=10}. The value is a scalar
 * of YAML. A key that is not in the document is put there, so whoever reads the document says whether it means something.
 */
public final class YamlOverride {

    private final Origin origin;
    private final List<String> keys;
    private final Scalar value;

    YamlOverride(String source, String path, Scalar value) {
        origin = new Origin(source + " " + path, 0);
        keys = Arrays.asList(path.replaceAll("\\[(\\d+)]", ".$1").split("\\.", -1));
        if (keys.contains("")) {
            throw new YamlException(origin, "is no key: write one as in load.stages.0.rate=10");
        }
        this.value = value;
    }

    /**
     * Reads a list of overrides with commas between them, {@code key=value,key=value}. A value may be in quotes, and then hold commas. Where
     * there is no equals sign at all, it is {@code key,value,key,value}.
     *
     * @param source what messages call it
     * @throws YamlException if it is none
     */
    public static List<YamlOverride> parse(String source, String text) {
        return new OverrideText(source, text).overrides();
    }

    /**
     * Puts the value into a document.
     *
     * @throws YamlException if the way there leads through a value that has no keys, or beyond the end of a list
     */
    public void applyTo(YamlMap document) {
        Object parent = document;
        for (int depth = 0; depth < keys.size() - 1; depth++) {
            parent = inside(parent, depth);
        }
        put(parent, keys.size() - 1, new YamlValue(origin, path(keys.size()), value));
    }

    private Object inside(Object parent, int depth) {
        YamlValue found = get(parent, depth);
        if (found != null && !found.isNothing()) {
            return found.content();
        }
        YamlMap made = new YamlMap(origin, path(depth + 1), Map.of());
        put(parent, depth, new YamlValue(origin, path(depth + 1), made));
        return made;
    }

    private @Nullable YamlValue get(Object parent, int depth) {
        return parent instanceof YamlMap map
                ? map.values().get(keys.get(depth))
                : list(parent, depth).get(index(list(parent, depth), depth));
    }

    private void put(Object parent, int depth, YamlValue made) {
        if (parent instanceof YamlMap map) {
            map.values().put(keys.get(depth), made);
        } else {
            list(parent, depth).set(index(list(parent, depth), depth), made);
        }
    }

    @SuppressWarnings("unchecked") // a list of a tree holds nothing else
    private List<YamlValue> list(Object parent, int depth) {
        if (parent instanceof List<?> list) {
            return (List<YamlValue>) list;
        }
        throw new YamlException(origin, path(depth) + " is " + parent + " and has no key '" + keys.get(depth) + "'");
    }

    private int index(List<YamlValue> list, int depth) {
        String key = keys.get(depth);
        int index = key.matches("\\d{1,9}") ? Integer.parseInt(key) : list.size();
        if (index >= list.size()) {
            throw new YamlException(
                    origin,
                    path(depth)
                            + (list.isEmpty()
                                    ? " is an empty list"
                                    : " is a list of " + list.size() + ": the nearest is " + path(depth) + "."
                                            + (list.size() - 1)));
        }
        return index;
    }

    private String path(int depth) {
        return String.join(".", keys.subList(0, depth));
    }
}
