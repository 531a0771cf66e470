// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the phases of a server start in its log events. */
final class Phases {

    private static final double NANOS = 1e9;

    private final List<LogEvent> events;

    /** Creates a search. The events must be in the order of the log. */
    Phases(List<LogEvent> events) {
        this.events = events;
    }

    /** Returns the completed phases, sorted by their start. */
    List<Phase> of(List<PhasePattern> patterns) {
        return patterns.stream()
                .flatMap(pattern -> of(pattern).stream())
                .sorted(Comparator.comparing(Phase::start))
                .toList();
    }

    private Optional<Phase> of(PhasePattern pattern) {
        List<Phase> parts = of(pattern.parts());
        Map<LogProcess, LogEvent> open = new HashMap<>();
        Map<LogProcess, List<Span>> spans = new LinkedHashMap<>();
        for (LogEvent each : events) {
            if (pattern.ends().contains(each.event())) {
                Instant start = Optional.ofNullable(open.remove(each.process()))
                        .map(LogEvent::at)
                        .or(() -> startByDuration(pattern, each))
                        .orElse(null);
                if (start != null && !start.isAfter(each.at())) {
                    add(List.of(new Span(start, each.at())), each.process(), spans);
                }
            } else if (pattern.starts().contains(each.event())) {
                open.putIfAbsent(each.process(), each);
            }
        }
        if (spans.isEmpty()) {
            first(pattern.starts()).ifPresent(start -> acrossProcesses(pattern, start)
                    .ifPresent(span -> add(List.of(span), start.process(), spans)));
        }
        parts.forEach(part -> part.processes().forEach((process, each) -> add(each, process, spans)));
        return spans.isEmpty() ? Optional.empty() : Optional.of(new Phase(pattern.title(), spans, parts));
    }

    private static void add(List<Span> more, LogProcess process, Map<LogProcess, List<Span>> spans) {
        spans.merge(
                process,
                more,
                (one, other) ->
                        Span.union(Stream.concat(one.stream(), other.stream()).toList()));
    }

    private static Optional<Instant> startByDuration(PhasePattern pattern, LogEvent end) {
        return end.values().get(pattern.lasts()) instanceof Double seconds
                ? Optional.of(end.at().minus(Duration.ofNanos(Math.round(seconds * NANOS))))
                : Optional.empty();
    }

    /** Returns the span from the start event to the next end event of any process. */
    private Optional<Span> acrossProcesses(PhasePattern pattern, LogEvent start) {
        return events.stream()
                .filter(each -> each.line() > start.line() && pattern.ends().contains(each.event()))
                .filter(each -> !each.at().isBefore(start.at()))
                .findFirst()
                .map(end -> new Span(start.at(), end.at()));
    }

    private Optional<LogEvent> first(List<String> ids) {
        return events.stream().filter(each -> ids.contains(each.event())).findFirst();
    }

    /** Returns the title of the phase in which the log ends: the last phase that started but did not end. */
    Optional<String> unfinished(List<PhasePattern> patterns) {
        return patterns.stream()
                .flatMap(pattern -> Stream.concat(Stream.of(pattern), pattern.parts().stream()))
                .flatMap(pattern -> open(pattern).map(start -> Map.entry(start, pattern.title())).stream())
                .max(Comparator.comparing(each -> each.getKey().line()))
                .map(Map.Entry::getValue);
    }

    private Optional<LogEvent> open(PhasePattern pattern) {
        LogEvent start = null;
        for (LogEvent each : events) {
            if (pattern.starts().contains(each.event())) {
                start = each;
            } else if (pattern.ends().contains(each.event())) {
                start = null;
            }
        }
        return Optional.ofNullable(start);
    }
}
