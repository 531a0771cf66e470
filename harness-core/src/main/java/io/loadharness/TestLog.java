// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a load generator wrote about a run. Immutable. After an abort it holds what had been written until then.
 *
 * @param files where the files are
 * @param loadGenVersion the version and revision of LoadGen; empty if another generator ran or the log ends before it
 * @param requestedSettings the settings that the run was given, under LoadGen's names without {@code requested_}, in the order
 *     and spelling of the log
 * @param effectiveSettings the settings that LoadGen derived from them, under LoadGen's names without {@code effective_}
 * @param warnings each different warning once, with its count where it was repeated
 * @param errors each different error once, with its count where it was repeated; any makes the run {@link Verdict#INVALID}
 * @param summaryText the whole summary
 * @param powerWindow what LoadGen logs for a power meter; empty if another generator ran or the log ends before it
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
