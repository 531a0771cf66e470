// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The log that a load generator wrote about a run. Immutable. The log of an aborted run is incomplete.
 *
 * @param files the paths of the files
 * @param loadGenVersion the version and revision of LoadGen; empty for another generator, or if the log is incomplete
 * @param requestedSettings the settings of the run by LoadGen's names, without the prefix {@code requested_}; the order and the values are
 *     those of the log
 * @param effectiveSettings the settings that LoadGen derived from the requested settings, by LoadGen's names, without the prefix
 *     {@code effective_}
 * @param warnings each distinct warning once, with its count if it was repeated
 * @param errors each distinct error once, with its count if it was repeated; any error makes the run {@link Verdict#INVALID}
 * @param summaryText the text of the summary file
 * @param powerWindow the window that LoadGen logs for power measurements; empty for another generator, or if the log is incomplete
 */
public record TestLog(
        LogFiles files,
        Optional<String> loadGenVersion,
        Map<String, String> requestedSettings,
        Map<String, String> effectiveSettings,
        List<String> warnings,
        List<String> errors,
        String summaryText,
        Optional<PowerWindow> powerWindow) {

    public TestLog {
        Objects.requireNonNull(files, "files");
        Objects.requireNonNull(loadGenVersion, "loadGenVersion");
        requestedSettings = Collections.unmodifiableMap(new LinkedHashMap<>(requestedSettings));
        effectiveSettings = Collections.unmodifiableMap(new LinkedHashMap<>(effectiveSettings));
        warnings = List.copyOf(warnings);
        errors = List.copyOf(errors);
        Objects.requireNonNull(summaryText, "summaryText");
        Objects.requireNonNull(powerWindow, "powerWindow");
    }
}
