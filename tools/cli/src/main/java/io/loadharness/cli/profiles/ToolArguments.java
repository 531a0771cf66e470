// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiles;

import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The command-line arguments of another tool, as keys of a document. Hyphens or underscores may separate the words of a key. Not
 * thread-safe.
 */
final class ToolArguments {

    private final YamlMap document;
    private final List<String> warnings;

    /**
     * Creates arguments.
     *
     * @param warnings receives a sentence for each ignored argument
     */
    ToolArguments(YamlMap document, List<String> warnings) {
        this.document = document;
        this.warnings = warnings;
    }

    /** Returns the value of an argument. In {@code name}, underscores separate the words. */
    Optional<YamlValue> find(String name) {
        Optional<YamlValue> value = document.find(name);
        String hyphened = name.replace('_', '-');
        if (hyphened.equals(name)) {
            return value;
        }
        Optional<YamlValue> other = document.find(hyphened);
        if (value.isPresent() && other.isPresent()) {
            throw other.get().error("sets the same value as " + name + ": leave one of them out");
        }
        return value.or(() -> other);
    }

    /** Returns the value of the first of several arguments that is present. */
    Optional<YamlValue> first(String... names) {
        Optional<YamlValue> found = Optional.empty();
        for (String each : names) {
            Optional<YamlValue> value = find(each);
            found = found.or(() -> value);
        }
        return found;
    }

    int count(String name, int min, int defaultValue) {
        return find(name).map(each -> each.wholeNumber(min)).orElse(defaultValue);
    }

    /** Returns true if a flag is present. {@code none} stands for a flag without a value, as in the profiles of llm-d-benchmark. */
    boolean flag(String name) {
        return find(name)
                .map(each -> each.plainText().equalsIgnoreCase("none") || each.flag())
                .orElse(false);
    }

    /** Checks that none of the given arguments is present. Messages about unknown arguments do not list them as allowed. */
    void reject(Map<String, String> reasons) {
        reasons.forEach((name, reason) -> {
            if (document.keys().contains(name) || document.keys().contains(name.replace('_', '-'))) {
                find(name).ifPresent(value -> {
                    throw value.error("is not supported: " + reason);
                });
            }
        });
    }

    /** Marks arguments that have no effect as read. Adds a warning for each one that is present. */
    void ignore(String reason, String... names) {
        for (String each : names) {
            find(each).ifPresent(value -> {
                value.ignore();
                warnings.add(value.path() + ": " + reason);
            });
        }
    }

    void warn(String sentence) {
        warnings.add(sentence);
    }

    /** Checks that every argument was read or ignored. The error message suggests the nearest known argument. */
    void requireAllRead() {
        document.requireAllRead();
    }

    YamlMap document() {
        return document;
    }
}
