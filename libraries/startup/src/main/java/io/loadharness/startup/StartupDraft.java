// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import io.loadharness.startup.LogClock.Reading;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The data of a server start while its log is being read. Not thread-safe. */
final class StartupDraft {

    /** The maximum number of events. A normal start has fewer events. The maximum limits memory use if a log repeats a line for days. */
    static final int MAX_EVENTS = 100_000;

    /** The ids of events at the beginning of a start. */
    private static final Set<String> FIRST_EVENTS =
            Set.of("gpu", "plugins_searched", "platform_detected", "begins", "engine");
    /** The ids of events that other programs log too. */
    private static final Set<String> COMMON_EVENTS =
            Set.of("gpu", "ready", "routes", "metrics_route", "failed", "configured");

    /**
     * A log event whose year is not known yet.
     *
     * @param entry the number of the log entry; an entry can match several templates of an event
     * @param event the id of the event in the patterns
     * @param template the matching template
     * @param own the last timestamp that vLLM wrote; empty if there is none
     * @param container the last timestamp of the container; empty if there is none
     * @param process the process that wrote the line
     * @param line the line number, starting at 1
     * @param values the field values by name
     */
    record UndatedEvent(
            int entry,
            String event,
            LineTemplate template,
            Optional<Reading> own,
            Optional<Reading> container,
            LogProcess process,
            long line,
            Map<String, Object> values) {}

    private final Optional<String> service;
    private final List<UndatedEvent> events = new ArrayList<>();
    private final Set<Map.Entry<String, LogProcess>> first = new HashSet<>();
    private Optional<Reading> firstOwn = Optional.empty();
    private Optional<Reading> lastOwn = Optional.empty();
    private Optional<Reading> firstContainer = Optional.empty();
    private Optional<Reading> lastContainer = Optional.empty();
    private int entries;
    private boolean loading;
    private boolean ended;
    private boolean truncated;

    StartupDraft(Optional<String> service) {
        this.service = service;
    }

    /** Starts a log entry that has these timestamps. */
    void read(Optional<Reading> own, Optional<Reading> container) {
        entries++;
        firstOwn = firstOwn.or(() -> own);
        lastOwn = own.or(() -> lastOwn);
        firstContainer = firstContainer.or(() -> container);
        lastContainer = container.or(() -> lastContainer);
    }

    /** Returns true if an event cannot belong to this start, because it is the first event of another start. */
    boolean startsAnother(String event, LogProcess process) {
        if (!FIRST_EVENTS.contains(event)) {
            return false;
        }
        boolean again = first.contains(Map.entry(event, process));
        boolean isAnotherServer = event.equals("begins") && (again || loading);
        boolean isAnotherEngine = event.equals("engine") && again && loading;
        return ended || isAnotherServer || isAnotherEngine;
    }

    void add(String event, LineTemplate template, LogProcess process, long line, Map<String, Object> values) {
        if (events.size() == MAX_EVENTS) {
            truncated = true;
            return;
        }
        events.add(new UndatedEvent(entries, event, template, lastOwn, lastContainer, process, line, values));
        if (FIRST_EVENTS.contains(event)) {
            first.add(Map.entry(event, process));
        }
        loading |= event.equals("load_begins");
        ended |= event.equals("ready") || event.equals("routes") || event.equals("failed");
    }

    /** Returns true if the log of the start has an event that is specific to a known server. */
    boolean isUnderstood() {
        return events.stream().anyMatch(each -> !COMMON_EVENTS.contains(each.event()));
    }

    Optional<String> service() {
        return service;
    }

    boolean isTruncated() {
        return truncated;
    }

    /**
     * Returns the events that match a pack. If an entry matches several templates of an event, only the first of these templates counts.
     */
    List<UndatedEvent> events(PatternPack pack) {
        Map<Map.Entry<Integer, String>, UndatedEvent> chosen = new LinkedHashMap<>();
        for (UndatedEvent each : events) {
            List<LineTemplate> templates = pack.lines().getOrDefault(each.event, List.of());
            if (templates.contains(each.template)) {
                chosen.merge(
                        Map.entry(each.entry, each.event),
                        each,
                        (one, other) ->
                                templates.indexOf(one.template) < templates.indexOf(other.template) ? one : other);
            }
        }
        return List.copyOf(chosen.values());
    }

    /** Returns the logged server versions in the order of the log. */
    Stream<String> versions() {
        return events.stream()
                .flatMap(each -> Stream.ofNullable((String) each.values().get("version")));
    }

    Optional<Reading> first(boolean byContainer) {
        return byContainer ? firstContainer : firstOwn;
    }

    Optional<Reading> last(boolean byContainer) {
        return byContainer ? lastContainer : lastOwn;
    }
}
