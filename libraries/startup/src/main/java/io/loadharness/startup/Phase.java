// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Something that a server did while it started.
 *
 * @param title what it was
 * @param processes when each process did it: in order, without overlap; the process that was first to be done comes first
 * @param parts what it consists of
 */
public record Phase(String title, Map<LogProcess, List<Span>> processes, List<Phase> parts) {

    /** Of at least one process. */
    public Phase {
        processes = Collections.unmodifiableMap(new LinkedHashMap<>(processes));
    }

    /** When any process did it: in order, without overlap. */
    public List<Span> spans() {
        return Span.union(processes.values().stream().flatMap(List::stream).toList());
    }

    /** The process that was first to be done. */
    public LogProcess process() {
        return processes.keySet().iterator().next();
    }

    /** What of it none of its parts explains; nothing if it has none. */
    public List<Span> gaps() {
        List<Span> explained =
                parts.stream().flatMap(part -> part.spans().stream()).toList();
        return parts.isEmpty()
                ? List.of()
                : spans().stream()
                        .flatMap(span -> span.without(explained).stream())
                        .toList();
    }

    /** How long it lasted, without what lies between its spans. */
    public Duration elapsed() {
        return Span.length(spans());
    }

    /** When it began. */
    public Instant begin() {
        return spans().get(0).begin();
    }
}
