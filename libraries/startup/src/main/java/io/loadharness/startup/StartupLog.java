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

/**
 * Reads the start-up log of an inference server. Memory use depends on the number of matching lines, not on the size of the log. Not
 * thread-safe.
 *
 * <pre>{@code
 * List<Startup> starts =
 *     StartupLog.read(Path.of("vllm.log"), ZoneOffset.UTC, Optional.empty(), PatternPack.builtIn());
 * }</pre>
 */
public final class StartupLog {

    private static final Pattern SERVICE = Pattern.compile("(?:\\[(pod/[^]\\s]{1,300})]|([\\w.-]{1,100}) +\\|) ");
    private static final int MAX_PREFIX = 120;
    private static final int MAX_SERVICES = 100;

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
     * Returns the starts in a log file, in the order of the log. There is at least one start.
     *
     * @param zone the time zone of the timestamps
     * @param year the year in which the log ends; if empty, the latest year for which the last line is not after the last write to the file
     * @throws ReportException if no line matches the patterns, if no line of vLLM has a timestamp, or if the file is a folder
     */
    public static List<Startup> read(Path file, ZoneId zone, Optional<Integer> year, List<PatternPack> packs)
            throws IOException {
        if (Files.isDirectory(file)) {
            throw new ReportException(file + " is a folder, not the log of a server");
        }
        try (InputStream in = Files.newInputStream(file)) {
            Instant written = Files.getLastModifiedTime(file).toInstant();
            return read(file.toString(), in, new LogTime(zone, year, written), packs);
        }
    }

    /**
     * Returns the starts in a log, in the order of the log. There is at least one start. Does not close the stream.
     *
     * @param name the name of the log, for messages
     * @throws ReportException if no line matches the patterns, or if no line of vLLM has a timestamp
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
            throw new ReportException(name + " is not a known start-up log: none of its " + last
                    + " lines matches the patterns for vLLM");
        }
        if (!log.stamped) {
            throw new ReportException(
                    name + " cannot be analyzed: its vLLM lines must have timestamps, as in INFO 01-31 12:00:00");
        }
        log.clock.determineYear();
        List<Startup> starts = new ArrayList<>();
        for (StartupDraft each : understood) {
            starts.add(new StartupAnalyzer(each, log.clock, log.byContainer, packs).analyze(lines.truncated()));
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
        Optional<LogTimestamp.OfContainer> outer = LogTimestamp.ofContainer(rest);
        if (outer.isPresent()) {
            container = Optional.of(clock.read(outer.get().stamp()));
            rest = rest.substring(outer.get().end());
            Matcher inner = SERVICE.matcher(rest);
            if (service.isEmpty() && inner.lookingAt()) {
                service = Optional.of(service(inner));
                rest = rest.substring(inner.end());
            }
        }
        Optional<LogTimestamp.OfServer> own = LogTimestamp.ofServer(rest);
        if (own.isPresent()) {
            stamped = true;
            byContainer &= container.isPresent();
        }
        String prefix =
                rest.substring(0, own.map(LogTimestamp.OfServer::start).orElse(Math.min(MAX_PREFIX, rest.length())));
        addLine(service, rest, LogProcess.in(prefix), number, own.map(each -> clock.read(each.stamp())), container);
    }

    private static String service(Matcher named) {
        return named.group(1) == null ? named.group(2) : named.group(1);
    }

    private void addLine(
            Optional<String> named,
            String text,
            LogProcess process,
            long number,
            Optional<Reading> own,
            Optional<Reading> container) {
        Optional<String> service =
                current.containsKey(named) || current.size() < MAX_SERVICES ? named : Optional.empty();
        StartupDraft draft = current.computeIfAbsent(service, this::newDraft);
        boolean read = false;
        for (Map.Entry<LineTemplate, Set<String>> each : events.entrySet()) {
            Optional<Map<String, Object>> values = each.getKey().match(text);
            if (values.isEmpty()) {
                continue;
            }
            for (String event : each.getValue()) {
                if (draft.startsAnother(event, process)) {
                    draft = newDraft(service);
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

    private StartupDraft newDraft(Optional<String> service) {
        StartupDraft draft = new StartupDraft(service);
        drafts.add(draft);
        return draft;
    }
}
