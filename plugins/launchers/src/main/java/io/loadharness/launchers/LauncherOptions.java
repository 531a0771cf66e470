// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The options of a launcher. The constructor rejects unknown options, and values with control characters, which commands and scripts cannot
 * contain.
 */
final class LauncherOptions {

    /** The launcher options that have their own command-line option. */
    private static final Set<String> OWN_OPTIONS = Set.of("hosts", "partition", "time", "slurm", "container-image");

    private final Map<String, String> values;

    LauncherOptions(String launcher, Map<String, String> values, Set<String> known) {
        for (Map.Entry<String, String> option : values.entrySet()) {
            if (!known.contains(option.getKey())) {
                throw new IllegalArgumentException("the launcher " + launcher + " has no option " + option.getKey()
                        + ". Allowed: " + String.join(", ", new TreeSet<>(known)));
            }
            if (option.getValue().chars().anyMatch(c -> c < ' ' && c != '\n')) {
                throw new IllegalArgumentException(named(option.getKey()) + " contains a control character: remove it");
            }
        }
        this.values = Map.copyOf(values);
    }

    /** Returns the command-line option of {@code harness run} that sets the given launcher option. */
    static String named(String option) {
        return OWN_OPTIONS.contains(option) ? "--" + option : "--launcher-option " + option;
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the value of an option; empty if the option is not set. Checks that the value has one line and is not blank. */
    Optional<String> value(String name) {
        String value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (value.isBlank()) {
            throw new IllegalArgumentException(named(name) + " is empty: give it a value, or leave it out");
        }
        if (value.contains("\n")) {
            throw new IllegalArgumentException(named(name) + " is set twice: leave one out");
        }
        return Optional.of(value.strip());
    }

    String value(String name, String missing) {
        return value(name).orElse(missing);
    }

    /** Returns the values of an option that may be repeated. In the text of the option, newlines separate them. */
    List<String> values(String name) {
        List<String> lines = new ArrayList<>();
        values.getOrDefault(name, "").lines().map(String::strip).forEach(lines::add);
        lines.removeIf(String::isEmpty);
        return lines;
    }

    /** Returns the value of an option, which must be a positive number; {@code missing} if the option is not set. */
    int positive(String name, int missing) {
        Optional<String> value = value(name);
        if (value.isEmpty()) {
            return missing;
        }
        try {
            int number = Integer.parseInt(value.get());
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException ignored) {
            // The exception below reports it.
        }
        throw new IllegalArgumentException(named(name) + " must be a positive whole number: got " + value.get());
    }
}
