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

/** Finds the phases of a start in what was sighted of it. */
final class Phases {

    private static final double NANOS = 1e9;

    private final List<Sighting> sightings;

    /** Of sightings in the order of the log. */
    Phases(List<Sighting> sightings) {
        this.sightings = sightings;
    }

    /** Those that went to their end, in the order in which they began. */
    List<Phase> of(List<PhasePattern> patterns) {
        return patterns.stream()
                .flatMap(pattern -> of(pattern).stream())
                .sorted(Comparator.comparing(Phase::begin))
                .toList();
    }

    private Optional<Phase> of(PhasePattern pattern) {
        List<Phase> parts = of(pattern.parts());
        Map<LogProcess, Sighting> open = new HashMap<>();
        Map<LogProcess, List<Span>> spans = new LinkedHashMap<>();
        for (Sighting each : sightings) {
            if (pattern.ends().contains(each.event())) {
                Instant begin = Optional.ofNullable(open.remove(each.process()))
                        .map(Sighting::at)
                        .or(() -> told(pattern, each))
                        .orElse(null);
                if (begin != null && !begin.isAfter(each.at())) {
                    add(List.of(new Span(begin, each.at())), each.process(), spans);
                }
            } else if (pattern.begins().contains(each.event())) {
                open.putIfAbsent(each.process(), each);
            }
        }
        if (spans.isEmpty()) {
            first(pattern.begins()).ifPresent(begin -> acrossProcesses(pattern, begin)
                    .ifPresent(span -> add(List.of(span), begin.process(), spans)));
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

    private static Optional<Instant> told(PhasePattern pattern, Sighting end) {
        return end.values().get(pattern.lasts()) instanceof Double seconds
                ? Optional.of(end.at().minus(Duration.ofNanos(Math.round(seconds * NANOS))))
                : Optional.empty();
    }

    /** One process may begin what another one ends. */
    private Optional<Span> acrossProcesses(PhasePattern pattern, Sighting begin) {
        return sightings.stream()
                .filter(each -> each.line() > begin.line() && pattern.ends().contains(each.event()))
                .filter(each -> !each.at().isBefore(begin.at()))
                .findFirst()
                .map(end -> new Span(begin.at(), end.at()));
    }

    private Optional<Sighting> first(List<String> events) {
        return sightings.stream().filter(each -> events.contains(each.event())).findFirst();
    }

    /** The phase in which a log ends: the last that began, if it did not end. */
    Optional<String> unfinished(List<PhasePattern> patterns) {
        return patterns.stream()
                .flatMap(pattern -> Stream.concat(Stream.of(pattern), pattern.parts().stream()))
                .flatMap(pattern -> open(pattern).map(begin -> Map.entry(begin, pattern.title())).stream())
                .max(Comparator.comparing(each -> each.getKey().line()))
                .map(Map.Entry::getValue);
    }

    private Optional<Sighting> open(PhasePattern pattern) {
        Sighting begun = null;
        for (Sighting each : sightings) {
            if (pattern.begins().contains(each.event())) {
                begun = each;
            } else if (pattern.ends().contains(each.event())) {
                begun = null;
            }
        }
        return Optional.ofNullable(begun);
    }
}
