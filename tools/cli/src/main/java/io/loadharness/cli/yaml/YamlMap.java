// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import io.loadharness.internal.Suggestions;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A map that records which keys were read. After the reader has read all known keys, it calls {@link #requireAllRead}, which reports
 * unknown keys as errors. Not thread-safe.
 */
public final class YamlMap {

    private final SourceLocation location;
    private final String path;
    private final Map<String, YamlValue> values;
    private final Set<String> known = new TreeSet<>();

    YamlMap(SourceLocation location, String path, Map<String, YamlValue> values) {
        this.location = location;
        this.path = path;
        this.values = new LinkedHashMap<>(values);
    }

    /** Returns the value of a key; empty if the key is missing or its value is null. */
    public Optional<YamlValue> find(String key) {
        known.add(key);
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isNull());
    }

    /**
     * Returns the value of a required key.
     *
     * @throws YamlException if the key is missing
     */
    public YamlValue require(String key) {
        return find(key).orElseThrow(() -> missing(key));
    }

    /** Returns the map of a key; an empty map if the key is missing. */
    public YamlMap section(String key) {
        return find(key).map(YamlValue::map).orElseGet(() -> new YamlMap(location, pathOf(key), Map.of()));
    }

    /**
     * Checks that each key is one of {@code keys} or was read before.
     *
     * @throws YamlException if there is any other key; the message suggests a similar key, or lists the known keys
     */
    public YamlMap allowOnly(String... keys) {
        known.addAll(List.of(keys));
        requireKnownKeys();
        return this;
    }

    /**
     * Checks that each key has a value.
     *
     * @throws YamlException if the value of a key is null
     */
    public YamlMap requireValues() {
        values.forEach((key, value) -> {
            if (value.isNull()) {
                throw missing(key);
            }
        });
        return this;
    }

    /** Returns the keys, without marking them as read. */
    public Set<String> keys() {
        return Collections.unmodifiableSet(values.keySet());
    }

    /** Returns true if the value of a key is a map, without marking the key as read. */
    public boolean hasMap(String key) {
        YamlValue value = values.get(key);
        return value != null && value.isMap();
    }

    /** Returns all entries and marks them as read, for maps with arbitrary keys. */
    public Map<String, YamlValue> entries() {
        known.addAll(values.keySet());
        return Collections.unmodifiableMap(values);
    }

    /** Marks all content as read. Callers use this method if other code reads the content later. */
    public void markRead() {
        entries().values().forEach(YamlValue::markRead);
    }

    /**
     * Returns an exception about the content of this map.
     *
     * @param message a sentence
     */
    public YamlException error(String message) {
        return new YamlException(location, message);
    }

    /**
     * Checks that every key of this map and of all values in it was read.
     *
     * @throws YamlException if a key was not read; the message suggests a similar key, or lists the known keys
     */
    public void requireAllRead() {
        requireKnownKeys();
        values.values().forEach(YamlValue::requireRead);
    }

    private void requireKnownKeys() {
        values.forEach((key, value) -> {
            if (!known.contains(key)) {
                throw new YamlException(value.location(), "unknown key '" + pathOf(key) + "'" + nearest(key));
            }
        });
    }

    private YamlException missing(String key) {
        if (values.containsKey(key)) {
            return values.get(key).error("needs a value: got nothing");
        }
        String present = values.isEmpty() ? "" : "; its keys are " + String.join(", ", values.keySet());
        return error((path.isEmpty() ? "the document" : path) + " needs the key '" + key + "'" + present);
    }

    private String nearest(String key) {
        return known.isEmpty()
                ? ""
                : Suggestions.similar(key, known)
                        .map(nearest -> "; did you mean '" + pathOf(nearest) + "'?")
                        .orElseGet(() -> ". Allowed: " + String.join(", ", spellings()));
    }

    /** Returns the known keys. Of two keys that differ only in hyphens and underscores, returns the one with underscores. */
    private List<String> spellings() {
        return known.stream()
                .filter(each -> !each.contains("-") || !known.contains(each.replace('-', '_')))
                .toList();
    }

    private String pathOf(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    Map<String, YamlValue> values() {
        return values;
    }
}
