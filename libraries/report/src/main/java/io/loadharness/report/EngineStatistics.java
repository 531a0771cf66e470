// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The statistics that one engine reported after a run. Immutable.
 *
 * @param name the name of the engine, as in the table of endpoints
 * @param statistics the values by name, counted since the start of the run, or of the worker process if it cannot count a single run
 */
public record EngineStatistics(String name, Map<String, String> statistics) {

    public EngineStatistics {
        Objects.requireNonNull(name, "name");
        statistics = Collections.unmodifiableMap(new LinkedHashMap<>(statistics)); // keeps the order
    }
}
