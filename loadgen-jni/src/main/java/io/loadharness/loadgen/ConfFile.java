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
 * A file in LoadGen's format, read more strictly than LoadGen does: whatever LoadGen would skip, or read as something else than
 * it says, is an {@link IllegalArgumentException} of one sentence with file, line and remedy.
 */
record ConfFile(ConfText text, List<ConfEntry> entries, ConfTable table) {

    /**
     * Reads a file.
     *
     * @param reader who reads it besides LoadGen
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
                throw text.problem(entry.line(), Quote.of(entry.name()) + " stands on line " + first + " already");
            }
            values.put(entry.name(), entry.value());
            entries.add(entry);
        }
        return new ConfFile(text, List.copyOf(entries), new ConfTable(values));
    }

    /** Some keys mean nothing to LoadGen without a flag: throws if a line has such a key and the run has not the flag. */
    void requireSwitchedOn(ConfEntry entry, String model, Scenario scenario, Predicate<ConfKey> setElsewhere) {
        entry.key().onlyWith().filter(flag -> entry.appliesTo(model, scenario)).ifPresent(flag -> {
            if (!table.flag(model, scenario, flag).orElseGet(() -> setElsewhere.test(flag))) {
                throw problem(
                        entry,
                        "LoadGen reads '" + entry.key().text() + "' only where '" + flag.text()
                                + "' is 1, and for this run it is 0");
            }
        });
    }

    IllegalArgumentException problem(ConfEntry entry, String what) {
        return text.problem(entry.line(), what);
    }
}
