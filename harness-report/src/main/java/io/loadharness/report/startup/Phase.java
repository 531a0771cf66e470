package io.loadharness.report.startup;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Something that a server did while it started.
 *
 * @param title what it was
 * @param process that did it; of several, the first
 * @param spans when, over all processes: in order, without overlap, at least one
 * @param parts what it consists of
 */
public record Phase(String title, LogProcess process, List<Span> spans, List<Phase> parts) {

    /** What of it none of its parts explains; nothing if it has none. */
    public List<Span> gaps() {
        List<Span> explained =
                parts.stream().flatMap(part -> part.spans.stream()).toList();
        return parts.isEmpty()
                ? List.of()
                : spans.stream()
                        .flatMap(span -> span.without(explained).stream())
                        .toList();
    }

    /** How long it lasted, without what lies between its spans. */
    public Duration elapsed() {
        return Span.length(spans);
    }

    /** When it began. */
    public Instant begin() {
        return spans.get(0).begin();
    }
}
