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

/** A start of which lines are still being read. For one thread. */
final class StartupDraft {

    /** More than any start has, for logs that repeat the same line for days. */
    static final int MOST_SIGHTINGS = 100_000;

    /** What a server says when it has just begun. */
    private static final Set<String> FIRST_EVENTS =
            Set.of("gpu", "plugins_searched", "platform_detected", "begins", "engine");
    /** What other programs say as well. */
    private static final Set<String> COMMON_EVENTS =
            Set.of("gpu", "ready", "routes", "metrics_route", "failed", "configured");

    /**
     * Something sighted whose year is not known yet.
     *
     * @param entry which entry of the log it was; an entry may look like several templates of an event
     * @param own the reading of the last stamp of vLLM's, if there was one
     * @param container the same of the container's stamps
     */
    record Sighted(
            int entry,
            String event,
            LineTemplate template,
            Optional<Reading> own,
            Optional<Reading> container,
            LogProcess process,
            long line,
            Map<String, Object> values) {}

    private final Optional<String> service;
    private final List<Sighted> sightings = new ArrayList<>();
    private final Set<Map.Entry<String, LogProcess>> first = new HashSet<>();
    private Optional<Reading> firstOwn = Optional.empty();
    private Optional<Reading> lastOwn = Optional.empty();
    private Optional<Reading> firstContainer = Optional.empty();
    private Optional<Reading> lastContainer = Optional.empty();
    private int entries;
    private boolean loads;
    private boolean over;
    private boolean overfull;

    StartupDraft(Optional<String> service) {
        this.service = service;
    }

    /** Begins an entry of the log, with its stamps. */
    void read(Optional<Reading> own, Optional<Reading> container) {
        entries++;
        firstOwn = firstOwn.or(() -> own);
        lastOwn = own.or(() -> lastOwn);
        firstContainer = firstContainer.or(() -> container);
        lastContainer = container.or(() -> lastContainer);
    }

    /** Whether an event cannot belong to this start, but begins another one. */
    boolean isOverWith(String event, LogProcess process) {
        if (!FIRST_EVENTS.contains(event)) {
            return false;
        }
        boolean again = first.contains(Map.entry(event, process));
        boolean isAnotherServer = event.equals("begins") && (again || loads);
        boolean isAnotherEngine = event.equals("engine") && again && loads;
        return over || isAnotherServer || isAnotherEngine;
    }

    void add(String event, LineTemplate template, LogProcess process, long line, Map<String, Object> values) {
        if (sightings.size() == MOST_SIGHTINGS) {
            overfull = true;
            return;
        }
        sightings.add(new Sighted(entries, event, template, lastOwn, lastContainer, process, line, values));
        if (FIRST_EVENTS.contains(event)) {
            first.add(Map.entry(event, process));
        }
        loads |= event.equals("load_begins");
        over |= event.equals("ready") || event.equals("routes") || event.equals("failed");
    }

    /** Whether anything was sighted that only a server says that is known. */
    boolean isUnderstood() {
        return sightings.stream().anyMatch(each -> !COMMON_EVENTS.contains(each.event()));
    }

    Optional<String> service() {
        return service;
    }

    boolean isOverfull() {
        return overfull;
    }

    /** What looks as a pack says; of several templates of an event, the first counts. */
    List<Sighted> sightings(PatternPack pack) {
        Map<Map.Entry<Integer, String>, Sighted> chosen = new LinkedHashMap<>();
        for (Sighted each : sightings) {
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

    /** The versions that the server names, in the order of the log. */
    Stream<String> versions() {
        return sightings.stream()
                .flatMap(each -> Stream.ofNullable((String) each.values().get("version")));
    }

    Optional<Reading> first(boolean byContainer) {
        return byContainer ? firstContainer : firstOwn;
    }

    Optional<Reading> last(boolean byContainer) {
        return byContainer ? lastContainer : lastOwn;
    }
}
