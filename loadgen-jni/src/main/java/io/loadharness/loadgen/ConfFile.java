// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import io.loadharness.loadgen.ConfKey.Reader;
import io.loadharness.loadgen.ConfSyntax.Assignment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A configuration file in LoadGen's format. Reading is stricter than in LoadGen: a line that LoadGen would skip or misread causes an
 * {@link IllegalArgumentException}. Its message names the file and the line, and suggests a correction.
 */
record ConfFile(ConfText text, List<ConfEntry> entries, ConfTable table) {

    /**
     * Reads a file.
     *
     * @param reader a second program that reads the file; {@link Reader#LOADGEN} if only LoadGen reads it
     */
    static ConfFile read(Path file, Reader reader) {
        ConfText text = ConfText.read(file);
        List<ConfEntry> entries = new ArrayList<>();
        Map<String, Integer> lines = new HashMap<>();
        Map<String, String> values = new HashMap<>();
        for (Assignment written : ConfSyntax.assignments(text)) {
            ConfEntry entry = ConfEntry.of(text, written);
            entry.requireReader(text, reader);
            entry.requireValue(text);
            Integer first = lines.putIfAbsent(entry.name(), entry.line());
            if (first != null) {
                throw text.problem(
                        entry.line(),
                        Quote.of(entry.name()) + " is already set on line " + first + "; remove one of the two lines");
            }
            values.put(entry.name(), entry.value());
            entries.add(entry);
        }
        return new ConfFile(text, List.copyOf(entries), new ConfTable(values));
    }

    /**
     * Checks the flag that the key of an entry requires. Throws an exception if this flag is 0 in this run, because LoadGen then ignores
     * the entry. If this file does not contain the flag, {@code setElsewhere} returns its value.
     */
    void requireSwitchedOn(ConfEntry entry, String model, Scenario scenario, Predicate<ConfKey> setElsewhere) {
        entry.key().onlyWith().filter(flag -> entry.appliesTo(model, scenario)).ifPresent(flag -> {
            if (!table.flag(model, scenario, flag).orElseGet(() -> setElsewhere.test(flag))) {
                throw problem(
                        entry,
                        "LoadGen reads '" + entry.key().text() + "' only if '" + flag.text()
                                + "' is 1, and in this run it is 0");
            }
        });
    }

    IllegalArgumentException problem(ConfEntry entry, String what) {
        return text.problem(entry.line(), what);
    }
}
