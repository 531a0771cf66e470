// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import io.loadharness.startup.LogClock.Reading;
import io.loadharness.startup.StartupDraft.Sighted;
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

/** Makes of what was sighted of a start what it came to, by the patterns that fit it best. */
final class StartupMaker {

    private final StartupDraft draft;
    private final LogClock clock;
    private final boolean byContainer;
    private final PatternPack pack;
    private final Optional<String> version;
    private final List<Sighting> sightings;
    private final Instant begin;
    private final List<String> remarks = new ArrayList<>();

    StartupMaker(StartupDraft draft, LogClock clock, boolean byContainer, List<PatternPack> packs) {
        this.draft = draft;
        this.clock = clock;
        this.byContainer = byContainer;
        this.version = draft.versions().findFirst();
        this.pack = choose(packs);
        this.begin = draft.first(byContainer).map(clock::at).orElse(Instant.EPOCH);
        this.sightings = draft.sightings(pack).stream().map(this::sighting).toList();
    }

    /** The pack that knows most of what was sighted; of several, the one of the version, or the newest. */
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
            remarks.add("The log does not name the version of the server; the patterns " + best.name()
                    + " know most of its lines.");
        } else if (named.isEmpty()) {
            remarks.add("There are no patterns for version " + version.get() + "; " + best.name()
                    + " know most of its lines.");
        } else if (!named.get().equals(best)) {
            remarks.add("The server calls itself " + version.get() + ", but the patterns " + best.name()
                    + " know more of its lines than " + named.get().name() + ".");
        }
        return best;
    }

    private long known(PatternPack candidate) {
        return draft.sightings(candidate).stream()
                .map(Sighted::event)
                .distinct()
                .count();
    }

    private Sighting sighting(Sighted each) {
        Optional<Reading> reading = byContainer ? each.container() : each.own();
        return new Sighting(
                each.event(),
                each.template(),
                reading.map(clock::at).orElse(begin),
                each.process(),
                each.line(),
                each.values());
    }

    Startup make(long cutLines) {
        Optional<Sighting> ready = first("ready").or(() -> first("routes"));
        List<Sighting> starting = sightings.stream()
                .filter(each -> ready.isEmpty() || each.line() <= ready.get().line())
                .toList();
        Instant last = ready.map(Sighting::at)
                .orElseGet(() -> draft.last(byContainer).map(clock::at).orElse(begin));
        Phases found = new Phases(starting);
        List<Phase> phases = found.of(pack.phases());
        Optional<String> failure =
                ready.isPresent() ? Optional.empty() : first("failed").map(this::failure);
        addRemarks(cutLines);
        return new Startup(
                server(),
                pack.name(),
                begin,
                ready.map(each -> later(each.at(), begin)),
                later(last, begin),
                phases,
                facts(starting, phases),
                sleeps(),
                ready.isPresent() ? Optional.empty() : found.unfinished(pack.phases()),
                failure,
                remarks);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private void addRemarks(long cutLines) {
        if (first("begins").or(() -> first("engine")).isEmpty()) {
            remarks.add("The log lacks the beginning of the start, which may have begun earlier.");
        }
        if (cutLines > 0) {
            remarks.add("What is behind the first " + StartupLines.LONGEST / 1024
                    + " KiB of a line was not looked at; lines that are longer: " + cutLines + ".");
        }
        if (draft.isOverfull()) {
            remarks.add(
                    "Only the first " + StartupDraft.MOST_SIGHTINGS + " lines that the patterns know were looked at.");
        }
    }

    private Optional<Sighting> first(String event) {
        return sightings.stream().filter(each -> each.event().equals(event)).findFirst();
    }

    private String failure(Sighting failed) {
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
        return sightings.stream()
                .filter(each -> each.event().equals("gpu"))
                .map(Sighting::values)
                .map(gpu -> new Device(
                        (String) gpu.get("gpu_uuid"),
                        (String) gpu.get("gpu_name"),
                        (String) gpu.get("compute_cap"),
                        (String) gpu.get("persistence_mode")))
                .toList();
    }

    private Optional<String> text(String field) {
        return sightings.stream()
                .flatMap(each -> Stream.ofNullable((String) each.values().get(field)))
                .findFirst();
    }

    private Map<Fact, Double> facts(List<Sighting> starting, List<Phase> phases) {
        Map<Fact, Double> facts = new EnumMap<>(Fact.class);
        Fact.all().forEach(fact -> {
            Map<LogProcess, Double> told = new LinkedHashMap<>();
            for (Sighting each : starting) {
                if (each.values().get(fact.id()) instanceof Double value) {
                    told.merge(each.process(), value, fact::inAProcess);
                }
            }
            told.values().stream().reduce(fact::ofProcesses).ifPresent(value -> facts.put(fact, value));
        });
        for (PhasePattern pattern : pack.phases()) {
            Fact.all().filter(fact -> fact.id().equals(pattern.measures())).forEach(fact -> phases.stream()
                    .filter(phase -> phase.title().equals(pattern.title()))
                    .forEach(phase -> facts.putIfAbsent(fact, StartupAmount.seconds(phase.elapsed()))));
        }
        return facts;
    }

    private static double number(Sighting sighting, String field) {
        return (double) Objects.requireNonNull(sighting.values().get(field), field);
    }

    private List<SleepWake> sleeps() {
        List<SleepWake> sleeps = new ArrayList<>();
        OptionalDouble freed = OptionalDouble.empty();
        OptionalDouble inUse = OptionalDouble.empty();
        for (Sighting each : sightings) {
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
                    // no sleep
                }
            }
        }
        return sleeps;
    }
}
