// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A phase of a server start, such as model loading.
 *
 * @param title the title of the phase
 * @param processes the spans of each process, in order and without overlap; the first entry is the process that finished first
 * @param parts the sub-phases
 */
public record Phase(String title, Map<LogProcess, List<Span>> processes, List<Phase> parts) {

    /** Copies the processes; there must be at least one. */
    public Phase {
        processes = Collections.unmodifiableMap(new LinkedHashMap<>(processes));
    }

    /** Returns the union of the spans of all processes, in order and without overlap. */
    public List<Span> spans() {
        return Span.union(processes.values().stream().flatMap(List::stream).toList());
    }

    /** Returns the process that finished first. */
    public LogProcess process() {
        return processes.keySet().iterator().next();
    }

    /** Returns the parts of the spans that no sub-phase covers; empty if there are no sub-phases. */
    public List<Span> gaps() {
        List<Span> explained =
                parts.stream().flatMap(part -> part.spans().stream()).toList();
        return parts.isEmpty()
                ? List.of()
                : spans().stream()
                        .flatMap(span -> span.without(explained).stream())
                        .toList();
    }

    /** Returns the total length of the spans. The time between spans does not count. */
    public Duration elapsed() {
        return Span.length(spans());
    }

    /** Returns the start of the first span. */
    public Instant start() {
        return spans().get(0).start();
    }
}
