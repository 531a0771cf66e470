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
 * A map that remembers which keys it was asked for. Whoever has read all that is understood calls {@link #requireAllRead}, so that a key
 * that nobody knows is an error and never ignored. For one thread.
 */
public final class YamlMap {

    private final Origin origin;
    private final String path;
    private final Map<String, YamlValue> values;
    private final Set<String> asked = new TreeSet<>();

    YamlMap(Origin origin, String path, Map<String, YamlValue> values) {
        this.origin = origin;
        this.path = path;
        this.values = new LinkedHashMap<>(values);
    }

    /** The value of a key; empty if the key is not there, or nothing behind it. */
    public Optional<YamlValue> find(String key) {
        asked.add(key);
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isNothing());
    }

    /**
     * The value of a key that has to be there.
     *
     * @throws YamlException if it is not
     */
    public YamlValue require(String key) {
        return find(key).orElseThrow(() -> missing(key));
    }

    /** The map behind a key; an empty one if the key is not there. */
    public YamlMap section(String key) {
        return find(key).map(YamlValue::map).orElseGet(() -> new YamlMap(origin, inside(key), Map.of()));
    }

    /**
     * Says which keys mean something, besides those that were asked for before.
     *
     * @throws YamlException if there is another; names the nearest
     */
    public YamlMap only(String... keys) {
        asked.addAll(List.of(keys));
        requireKeysRead();
        return this;
    }

    /** The keys that are there; to look at them does not ask for them. */
    public Set<String> keys() {
        return Collections.unmodifiableSet(values.keySet());
    }

    /** All entries, for maps whose keys anybody may choose. */
    public Map<String, YamlValue> entries() {
        asked.addAll(values.keySet());
        return Collections.unmodifiableMap(values);
    }

    /** Takes all that is in it for understood, because somebody else reads it. */
    public void leaveToOthers() {
        entries().values().forEach(YamlValue::leaveToOthers);
    }

    /**
     * What to throw if what is in it does not go together.
     *
     * @param what a sentence
     */
    public YamlException wrong(String what) {
        return new YamlException(origin, what);
    }

    /**
     * Looks whether every key here and below was asked for.
     *
     * @throws YamlException if one was not; names the nearest of those that were
     */
    public void requireAllRead() {
        requireKeysRead();
        values.values().forEach(YamlValue::requireRead);
    }

    private void requireKeysRead() {
        values.forEach((key, value) -> {
            if (!asked.contains(key)) {
                throw new YamlException(value.origin(), "unknown key '" + inside(key) + "'" + nearest(key));
            }
        });
    }

    private YamlException missing(String key) {
        if (values.containsKey(key)) {
            return values.get(key).wrong("is empty and must have a value");
        }
        String there = values.isEmpty() ? "" : "; there are " + String.join(", ", values.keySet());
        return wrong((path.isEmpty() ? "the document" : path) + " needs the key '" + key + "'" + there);
    }

    private String nearest(String key) {
        return asked.isEmpty() ? "" : "; did you mean '" + inside(Suggestions.nearest(key, asked)) + "'?";
    }

    private String inside(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    Map<String, YamlValue> values() {
        return values;
    }
}
