// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import io.loadharness.internal.SecretText;
import io.loadharness.internal.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A value that replaces a value in a document: {@code load.stages.0.rate=10} or {@code load.stages[0].rate=10}. The first keys of the path
 * may be omitted, for example {@code rate}. If the document does not contain the key, the override adds it. The reader of the document then
 * reports unknown keys.
 */
public final class YamlOverride {

    private final SourceLocation location;
    private final String path;
    private final String typedValue;
    private final List<String> keys;
    private final Function<String, YamlValue> value;
    private List<String> changed = List.of();

    /**
     * Creates an override.
     *
     * @param typedValue the separator and the value, as the user wrote them
     * @param value creates the value for a path
     */
    YamlOverride(String source, String path, String typedValue, Function<String, YamlValue> value) {
        this.path = path;
        this.typedValue = typedValue;
        location = new SourceLocation(source + " " + path, 0);
        keys = Arrays.asList(path.replaceAll("\\[(\\d+)]", ".$1").split("\\.", -1));
        if (keys.contains("")) {
            throw new YamlException(
                    location, "is not a key: write a key and a value, for example load.stages.0.rate=10");
        }
        this.value = value;
    }

    /**
     * Parses a list of overrides, {@code key=value,key=value}. A value in quotes, and a list or a map in brackets, may contain commas. A
     * text without an equals sign is parsed as {@code key,value,key,value}.
     *
     * @param source the name of the text in messages
     * @throws YamlException if the text is not a list of overrides
     */
    public static List<YamlOverride> parse(String source, String text) {
        return new OverrideText(source, text).overrides();
    }

    /** Returns the key as the user wrote it. */
    public String path() {
        return path;
    }

    /**
     * Puts the value into a document. If the first key is not at the top of the document, the value replaces all values whose path ends
     * with the keys. These values must be in the same section.
     *
     * @param messages receives a sentence with the complete paths if the path of this override is incomplete
     * @throws YamlException if the path continues below a scalar, contains an index beyond the end of a list, or is the end of paths in
     * several sections
     */
    public void applyTo(YamlMap document, Consumer<String> messages) {
        List<List<String>> targets = targets(document, messages);
        changed = targets.stream().map(each -> String.join(".", each)).toList();
        for (List<String> each : targets) {
            new Target(each).set(document);
        }
    }

    /**
     * Returns the key and the value as the user wrote them. The value is masked if it may be secret, or if the override was not applied.
     *
     * @param isSecret returns true if the value at a complete path of the document may be secret
     */
    public String masked(Predicate<String> isSecret) {
        boolean isShown = !changed.isEmpty() && changed.stream().noneMatch(isSecret);
        return path + (isShown ? typedValue : typedValue.charAt(0) + SecretText.NOT_SHOWN);
    }

    private List<List<String>> targets(YamlMap document, Consumer<String> messages) {
        if (document.keys().contains(keys.get(0))) {
            return List.of(keys);
        }
        List<List<String>> all = new ArrayList<>();
        document.values().forEach((key, each) -> addPaths(List.of(key), each, all));
        List<List<String>> matching = all.stream().filter(this::isEndOf).toList();
        if (matching.isEmpty()) {
            requirePlaceFor(document, all);
            return List.of(keys);
        }
        List<String> paths =
                matching.stream().map(each -> String.join(".", each)).toList();
        changed = paths;
        if (matching.stream().map(each -> each.get(0)).distinct().count() > 1) {
            throw new YamlException(location, "is the end of several keys: write one of " + String.join(", ", paths));
        }
        messages.accept(location.source() + " sets " + String.join(" and ", paths)
                + (paths.size() > 1 ? ", as in llm-d-benchmark: write a complete key to set only one of them" : ""));
        return matching;
    }

    /**
     * Rejects a single unknown key that is similar to a key of the document, if the document has only sections. The key could be added at
     * the top of the document, but is more likely misspelled.
     */
    private void requirePlaceFor(YamlMap document, List<List<String>> all) {
        boolean hasOnlySections = document.values().values().stream().allMatch(YamlValue::isMap);
        if (keys.size() == 1 && hasOnlySections && !all.isEmpty()) {
            Map<String, String> pathByKey = new LinkedHashMap<>();
            all.forEach(each -> pathByKey.putIfAbsent(each.get(each.size() - 1), String.join(".", each)));
            Suggestions.similar(keys.get(0), pathByKey.keySet()).ifPresent(similar -> {
                throw new YamlException(
                        location,
                        "the document has no key '" + keys.get(0) + "'; did you mean '" + similar + "', which is "
                                + pathByKey.get(similar) + "? Write a complete key to add it");
            });
        }
    }

    private boolean isEndOf(List<String> path) {
        return path.size() > keys.size()
                && path.subList(path.size() - keys.size(), path.size()).equals(keys);
    }

    private static void addPaths(List<String> path, YamlValue value, List<List<String>> paths) {
        paths.add(path);
        if (value.content() instanceof YamlMap map) {
            map.values().forEach((key, each) -> addPaths(with(path, key), each, paths));
        } else if (value.content() instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                addPaths(with(path, String.valueOf(i)), (YamlValue) list.get(i), paths);
            }
        }
    }

    private static List<String> with(List<String> path, String key) {
        List<String> longer = new ArrayList<>(path);
        longer.add(key);
        return List.copyOf(longer);
    }

    /** One complete path in the document. */
    private final class Target {

        private final List<String> keys;

        Target(List<String> keys) {
            this.keys = keys;
        }

        void set(YamlMap document) {
            Object parent = document;
            for (int depth = 0; depth < keys.size() - 1; depth++) {
                parent = child(parent, depth);
            }
            put(parent, keys.size() - 1, value.apply(path(keys.size())));
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
            if (parent instanceof YamlMap map) {
                return map.values().get(keys.get(depth));
            }
            List<YamlValue> list = list(parent, depth);
            int index = index(list, depth);
            return index < list.size() ? list.get(index) : null;
        }

        private void put(Object parent, int depth, YamlValue added) {
            if (parent instanceof YamlMap map) {
                map.values().put(keys.get(depth), added);
                return;
            }
            List<YamlValue> list = list(parent, depth);
            int index = index(list, depth);
            if (index < list.size()) {
                list.set(index, added);
            } else {
                list.add(added);
            }
        }

        @SuppressWarnings("unchecked") // lists of a document contain only YamlValue
        private List<YamlValue> list(Object parent, int depth) {
            if (parent instanceof List<?> list) {
                return (List<YamlValue>) list;
            }
            throw new YamlException(
                    location, path(depth) + " is neither a map nor a list and has no key '" + keys.get(depth) + "'");
        }

        /** Returns the index of an entry. For a new entry at the end, this is the number of entries. */
        private int index(List<YamlValue> list, int depth) {
            String key = keys.get(depth);
            int index = key.matches("\\d{1,9}") ? Integer.parseInt(key) : list.size() + 1;
            if (index > list.size()) {
                throw new YamlException(
                        location,
                        path(depth) + " has " + list.size() + " values; to add one, write " + path(depth) + "."
                                + list.size());
            }
            return index;
        }

        private String path(int depth) {
            return String.join(".", keys.subList(0, depth));
        }
    }
}
