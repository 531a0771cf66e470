// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import io.loadharness.startup.LogClock.Reading;
import io.loadharness.startup.StartupDraft.UndatedEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Computes the phases and facts of a server start from its log events. Uses the pattern pack that matches best. */
final class StartupAnalyzer {

    private final StartupDraft draft;
    private final LogClock clock;
    private final boolean byContainer;
    private final PatternPack pack;
    private final Optional<String> version;
    private final List<LogEvent> events;
    private final Instant start;
    private final List<String> warnings = new ArrayList<>();

    StartupAnalyzer(StartupDraft draft, LogClock clock, boolean byContainer, List<PatternPack> packs) {
        this.draft = draft;
        this.clock = clock;
        this.byContainer = byContainer;
        this.version = draft.versions().findFirst();
        this.pack = choose(packs);
        this.start = draft.first(byContainer).map(clock::at).orElse(Instant.EPOCH);
        this.events = draft.events(pack).stream().map(this::event).toList();
    }

    /**
     * Returns the pack that matches the largest number of distinct events. If several packs have this number, returns the pack for the
     * server version if it is one of them, otherwise the newest of them.
     */
    private PatternPack choose(List<PatternPack> packs) {
        Optional<ServerVersion> known = version.flatMap(ServerVersion::in);
        Optional<PatternPack> named = known.flatMap(each -> packs.stream()
                .filter(candidate -> candidate.since().compareTo(each) <= 0)
                .max(Comparator.comparing(PatternPack::since)));
        PatternPack best = packs.stream()
                .max(Comparator.<PatternPack>comparingLong(this::known)
                        .thenComparing(
                                candidate -> named.filter(candidate::equals).isPresent())
                        .thenComparing(PatternPack::since))
                .orElseThrow();
        if (version.isEmpty()) {
            warnings.add("The log does not contain the server version. The pattern pack " + best.name()
                    + " is used, because it matches the most kinds of lines.");
        } else if (named.isEmpty()) {
            warnings.add("No pattern pack is for version " + version.get() + ". The pattern pack " + best.name()
                    + " is used, because it matches the most kinds of lines.");
        } else if (!named.get().equals(best)) {
            warnings.add("The server version is " + version.get() + ", but the pattern pack " + best.name()
                    + " is used, because it matches more kinds of lines than "
                    + named.get().name() + ".");
        }
        return best;
    }

    private long known(PatternPack candidate) {
        return draft.events(candidate).stream()
                .map(UndatedEvent::event)
                .distinct()
                .count();
    }

    private LogEvent event(UndatedEvent each) {
        Optional<Reading> reading = byContainer ? each.container() : each.own();
        return new LogEvent(
                each.event(),
                each.template(),
                reading.map(clock::at).orElse(start),
                each.process(),
                each.line(),
                each.values());
    }

    Startup analyze(long cutLines) {
        Optional<LogEvent> ready = first("ready").or(() -> first("routes"));
        List<LogEvent> starting = events.stream()
                .filter(each -> ready.isEmpty() || each.line() <= ready.get().line())
                .toList();
        Instant last = ready.map(LogEvent::at)
                .orElseGet(() -> draft.last(byContainer).map(clock::at).orElse(start));
        Phases found = new Phases(starting);
        List<Phase> phases = found.of(pack.phases());
        Optional<String> failure =
                ready.isPresent() ? Optional.empty() : first("failed").map(this::failure);
        addWarnings(cutLines);
        return new Startup(
                server(),
                pack.name(),
                start,
                ready.map(each -> later(each.at(), start)),
                later(last, start),
                phases,
                facts(starting, phases),
                sleeps(),
                ready.isPresent() ? Optional.empty() : found.unfinished(pack.phases()),
                failure,
                warnings);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private void addWarnings(long cutLines) {
        if (first("begins").or(() -> first("engine")).isEmpty()) {
            warnings.add("The first lines of the server's startup are missing in the log; the startup may have taken"
                    + " longer than reported.");
        }
        if (cutLines > 0) {
            warnings.add("Lines were truncated to " + StartupLines.MAX_LINE_BYTES / 1024 + " KiB; truncated lines: "
                    + cutLines + ".");
        }
        if (draft.isTruncated()) {
            warnings.add("Only the first " + StartupDraft.MAX_EVENTS + " matching lines were analyzed.");
        }
    }

    private Optional<LogEvent> first(String event) {
        return events.stream().filter(each -> each.event().equals(event)).findFirst();
    }

    private String failure(LogEvent failed) {
        String fixed = failed.template().toString();
        return "line " + failed.line() + ": "
                + (fixed.substring(0, fixed.indexOf('{')) + failed.values().get("failure")).strip();
    }

    private StartedServer server() {
        return new StartedServer(
                draft.service(),
                version,
                text("model").map(model -> model.replaceFirst("\\.{3}$", "")),
                text("load_format")
                        .map(format -> format.toLowerCase(Locale.ROOT).replaceFirst("^loadformat\\.", "")),
                text("sleep_mode").map(mode -> mode.equals("True")),
                text("arguments"),
                devices());
    }

    private List<Device> devices() {
        return events.stream()
                .filter(each -> each.event().equals("gpu"))
                .map(LogEvent::values)
                .map(gpu -> new Device(
                        (String) gpu.get("gpu_uuid"),
                        (String) gpu.get("gpu_name"),
                        (String) gpu.get("compute_cap"),
                        (String) gpu.get("persistence_mode")))
                .toList();
    }

    private Optional<String> text(String field) {
        return events.stream()
                .flatMap(each -> Stream.ofNullable((String) each.values().get(field)))
                .findFirst();
    }

    private Map<Fact, Double> facts(List<LogEvent> starting, List<Phase> phases) {
        Map<Fact, Double> facts = new EnumMap<>(Fact.class);
        Fact.all().forEach(fact -> {
            Map<LogProcess, Double> byProcess = new LinkedHashMap<>();
            for (LogEvent each : starting) {
                if (each.values().get(fact.id()) instanceof Double value) {
                    byProcess.merge(each.process(), value, fact::inProcess);
                }
            }
            byProcess.values().stream().reduce(fact::acrossProcesses).ifPresent(value -> facts.put(fact, value));
        });
        for (PhasePattern pattern : pack.phases()) {
            Fact.all().filter(fact -> fact.id().equals(pattern.measures())).forEach(fact -> phases.stream()
                    .filter(phase -> phase.title().equals(pattern.title()))
                    .forEach(phase -> facts.putIfAbsent(fact, StartupAmount.seconds(phase.elapsed()))));
        }
        return facts;
    }

    private static double number(LogEvent event, String field) {
        return (double) Objects.requireNonNull(event.values().get(field), field);
    }

    private List<SleepWake> sleeps() {
        List<SleepWake> sleeps = new ArrayList<>();
        OptionalDouble freed = OptionalDouble.empty();
        OptionalDouble inUse = OptionalDouble.empty();
        for (LogEvent each : events) {
            switch (each.event()) {
                case "freed" -> {
                    freed = OptionalDouble.of(freed.orElse(0) + number(each, "freed"));
                    inUse = OptionalDouble.of(inUse.orElse(0) + number(each, "in_use"));
                }
                case "asleep", "awake" -> {
                    double seconds = number(each, "seconds");
                    sleeps.add(new SleepWake(each.event().equals("asleep"), each.at(), seconds, freed, inUse));
                    freed = OptionalDouble.empty();
                    inUse = OptionalDouble.empty();
                }
                default -> {
                    // the event does not belong to sleep mode
                }
            }
        }
        return sleeps;
    }
}
