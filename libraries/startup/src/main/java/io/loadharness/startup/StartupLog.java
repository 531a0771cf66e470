// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import io.loadharness.report.ReportException;
import io.loadharness.startup.LogClock.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the log of an inference server. What it keeps does not grow with the log, but with what it understands of it. For one thread. */
public final class StartupLog {

    private static final Pattern SERVICE = Pattern.compile("(?:\\[(pod/[^]\\s]{1,300})]|([\\w.-]{1,100}) +\\|) ");
    private static final int WITHOUT_STAMP = 120;
    private static final int MOST_SERVICES = 100;

    private final LogClock clock;
    private final Map<LineTemplate, Set<String>> events = new LinkedHashMap<>();
    private final Map<Optional<String>, StartupDraft> current = new HashMap<>();
    private final List<StartupDraft> drafts = new ArrayList<>();
    private boolean stamped;
    private boolean byContainer = true;

    private StartupLog(LogTime time, List<PatternPack> packs) {
        this.clock = new LogClock(time);
        packs.forEach(pack -> pack.lines()
                .forEach((event, templates) ->
                        templates.forEach(template -> events.computeIfAbsent(template, any -> new LinkedHashSet<>())
                                .add(event))));
    }

    /**
     * Reads the starts of a log file, in its order; at least one.
     *
     * @param zone the time zone in which the server wrote its stamps
     * @param year the year in which the log ends; if it is empty, the latest in which it ends before the file was last written to
     * @throws ReportException if nothing in it is understood, or it is a folder; the message says so
     */
    public static List<Startup> read(Path file, ZoneId zone, Optional<Integer> year, List<PatternPack> packs)
            throws IOException {
        if (Files.isDirectory(file)) {
            throw new ReportException(file + " is a folder, and not the log of a server");
        }
        try (InputStream in = Files.newInputStream(file)) {
            Instant written = Files.getLastModifiedTime(file).toInstant();
            return read(file.toString(), in, new LogTime(zone, year, written), packs);
        }
    }

    /**
     * The starts that a log tells of, in its order; at least one. The stream stays open.
     *
     * @param name of the log, for messages
     * @throws ReportException if nothing in it is understood; the message says so
     */
    public static List<Startup> read(String name, InputStream in, LogTime time, List<PatternPack> packs)
            throws IOException {
        StartupLog log = new StartupLog(time, packs);
        StartupLines lines = new StartupLines(in);
        long last = 0;
        for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
            log.read(line.get(), lines.number());
            last = lines.number();
        }
        List<StartupDraft> understood =
                log.drafts.stream().filter(StartupDraft::isUnderstood).toList();
        if (understood.isEmpty()) {
            throw new ReportException(name + " is not understood: none of its " + last
                    + " lines is one that vLLM writes while it starts");
        }
        if (!log.stamped) {
            throw new ReportException(
                    name + " has lines of vLLM without the time, as INFO 01-31 12:00:00: nothing can be measured");
        }
        log.clock.settle();
        List<Startup> starts = new ArrayList<>();
        for (StartupDraft each : understood) {
            starts.add(new StartupMaker(each, log.clock, log.byContainer, packs).make(lines.cut()));
        }
        return starts;
    }

    private void read(String text, long number) {
        String rest = text;
        Optional<String> service = Optional.empty();
        Optional<Reading> container = Optional.empty();
        Matcher named = SERVICE.matcher(rest);
        if (named.lookingAt()) {
            service = Optional.of(service(named));
            rest = rest.substring(named.end());
        }
        Optional<Stamp.OfContainer> outer = Stamp.ofContainer(rest);
        if (outer.isPresent()) {
            container = Optional.of(clock.read(outer.get().stamp()));
            rest = rest.substring(outer.get().end());
            Matcher inner = SERVICE.matcher(rest);
            if (service.isEmpty() && inner.lookingAt()) {
                service = Optional.of(service(inner));
                rest = rest.substring(inner.end());
            }
        }
        Optional<Stamp.Own> own = Stamp.own(rest);
        if (own.isPresent()) {
            stamped = true;
            byContainer &= container.isPresent();
        }
        String prefix = rest.substring(0, own.map(Stamp.Own::begin).orElse(Math.min(WITHOUT_STAMP, rest.length())));
        sight(service, rest, LogProcess.in(prefix), number, own.map(each -> clock.read(each.stamp())), container);
    }

    private static String service(Matcher named) {
        return named.group(1) == null ? named.group(2) : named.group(1);
    }

    private void sight(
            Optional<String> named,
            String text,
            LogProcess process,
            long number,
            Optional<Reading> own,
            Optional<Reading> container) {
        Optional<String> service =
                current.containsKey(named) || current.size() < MOST_SERVICES ? named : Optional.empty();
        StartupDraft draft = current.computeIfAbsent(service, this::begin);
        boolean read = false;
        for (Map.Entry<LineTemplate, Set<String>> each : events.entrySet()) {
            Optional<Map<String, Object>> values = each.getKey().match(text);
            if (values.isEmpty()) {
                continue;
            }
            for (String event : each.getValue()) {
                if (draft.isOverWith(event, process)) {
                    draft = begin(service);
                    current.put(service, draft);
                    read = false;
                }
                if (!read) {
                    draft.read(own, container);
                    read = true;
                }
                draft.add(event, each.getKey(), process, number, values.get());
            }
        }
        if (!read) {
            draft.read(own, container);
        }
    }

    private StartupDraft begin(Optional<String> service) {
        StartupDraft draft = new StartupDraft(service);
        drafts.add(draft);
        return draft;
    }
}
