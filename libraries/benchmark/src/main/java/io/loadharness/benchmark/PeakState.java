// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Verdict;
import io.loadharness.report.PeakReport;
import io.loadharness.report.PeakReport.MeasuredPoint;
import io.loadharness.report.PeakReport.Result;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.schedule.Peak;
import io.loadharness.schedule.PeakSearch;
import io.loadharness.schedule.PeakSearch.RunKind;
import io.loadharness.schedule.PeakTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** The runs of a search so far, and the file from which the search can continue. Not thread-safe. */
final class PeakState {

    /** Settings that do not change what is measured. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "outputFolder",
            "--output-dir",
            "--resume",
            "--max-runs",
            "--max-time",
            "--quiet",
            "--json",
            "--metrics-port",
            "--metrics-host",
            "--ready-timeout");

    private final PeakSearch search;
    private final Map<String, String> settings;
    private final List<PeakTrial> trials = new ArrayList<>();
    private final List<MeasuredPoint> points = new ArrayList<>();
    private Map<String, Double> limits = Map.of();

    private PeakState(PeakSearch search, Map<String, String> settings) {
        this.search = search;
        this.settings = settings;
    }

    /**
     * Creates the state of a new search, or reads the state of an earlier one.
     *
     * @throws IllegalArgumentException if the folder contains a search that shall not continue, contains no search that can continue, or
     *     contains a search with other settings
     */
    static PeakState open(PeakLoad load, Path folder, List<Setting> described) throws IOException {
        PeakState state = new PeakState(load.search(), settings(load.search(), described));
        if (!load.resumes()) {
            if (PeakReport.isIn(folder)) {
                throw new IllegalArgumentException(
                        folder + " has the runs of an earlier search: continue it with resume"
                                + " (--resume), or use another folder");
            }
            return state;
        }
        if (!PeakReport.isIn(folder)) {
            throw new IllegalArgumentException(folder + " has no search to resume, because it has no peak.json: leave"
                    + " out resume (--resume), or give the folder of the search");
        }
        PeakReport earlier = PeakReport.read(folder);
        state.requireSameSettings(earlier, folder);
        state.limits = earlier.limits();
        for (MeasuredPoint each : earlier.points()) {
            state.points.add(each);
            state.trials.add(trial(each, folder));
        }
        return state;
    }

    private static Map<String, String> settings(PeakSearch search, List<Setting> described) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("load", search.hasWholeLevels() ? "concurrency" : "rate");
        settings.put("precision", String.valueOf(search.precision()));
        settings.put("confirmDuration", search.confirmDuration().toString());
        settings.put("firstLevel", search.firstLevel().toString());
        described.stream()
                .filter(each -> !WITHOUT_EFFECT.contains(each.name()))
                .forEach(each -> settings.merge(each.name(), each.value(), (one, other) -> one + ", " + other));
        return settings;
    }

    private void requireSameSettings(PeakReport earlier, Path folder) {
        Stream.concat(earlier.settings().keySet().stream(), settings.keySet().stream())
                .filter(name -> !Objects.equals(earlier.settings().get(name), settings.get(name)))
                .max((one, other) -> Boolean.compare(one.startsWith("--"), other.startsWith("--")))
                .ifPresent(name -> {
                    throw new IllegalArgumentException("the search in " + folder + " has another setting: " + name
                            + " was " + shown(earlier.settings().getOrDefault(name, "")) + ", now it is "
                            + shown(settings.getOrDefault(name, "")) + "; use the same settings, or another folder");
                });
    }

    private static String shown(String value) {
        return value.isEmpty() ? "not set" : "'" + value + "'";
    }

    private static PeakTrial trial(MeasuredPoint point, Path folder) {
        try {
            return new PeakTrial(
                    RunKind.valueOf(point.kind().toUpperCase(Locale.ROOT)),
                    point.level(),
                    PeakTrial.Outcome.valueOf(point.outcome().toUpperCase(Locale.ROOT)),
                    point.reason(),
                    point.limitShare(),
                    point.inFlight(),
                    point.latency(),
                    point.saturation().map(OptionalDouble::of).orElse(OptionalDouble.empty()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    folder.resolve("peak.json") + " was changed: a point has the kind '" + point.kind()
                            + "' and the outcome '" + point.outcome() + "'; use another folder",
                    e);
        }
    }

    List<PeakTrial> trials() {
        return List.copyOf(trials);
    }

    List<MeasuredPoint> points() {
        return List.copyOf(points);
    }

    /**
     * Returns the folder for the next run. If a run in this folder was killed, renames its folder first.
     */
    Path nextFolder(Path output) throws IOException {
        Path folder = output.resolve(String.format(Locale.ROOT, "point-%02d", points.size() + 1));
        for (int i = 1; Files.exists(folder); i++) {
            Path kept = folder.resolveSibling(folder.getFileName() + ".stopped-" + i);
            if (!Files.exists(kept)) {
                Files.move(folder, kept);
            }
        }
        return folder;
    }

    /** Adds a run. */
    void add(PeakTrial trial, PeakFigures figures, Verdict verdict, Path folder) {
        trials.add(trial);
        if (trial.kind() == RunKind.SHORT || trial.kind() == RunKind.FULL) {
            limits = figures.limits();
        }
        points.add(new MeasuredPoint(
                String.valueOf(folder.getFileName()),
                trial.kind().name().toLowerCase(Locale.ROOT),
                trial.level(),
                trial.outcome().name().toLowerCase(Locale.ROOT),
                trial.reason(),
                trial.limitShare(),
                trial.inFlight(),
                trial.latency(),
                trial.saturation().isPresent() ? Optional.of(trial.saturation().getAsDouble()) : Optional.empty(),
                verdict,
                figures.completedPerSecond(),
                figures.goodPerSecond(),
                figures.percentiles()));
    }

    /** Writes the file and the page. */
    void write(String version, String title, Path output) throws IOException {
        Peak peak = search.peak(trials);
        new PeakReport(
                        version,
                        title,
                        settings.getOrDefault("load", ""),
                        settings,
                        limits,
                        points,
                        points.isEmpty()
                                ? Optional.empty()
                                : Optional.of(new Result(
                                        peak.level().isPresent()
                                                ? Optional.of(peak.level().getAsDouble())
                                                : Optional.empty(),
                                        peak.low(),
                                        Double.isInfinite(peak.high()) ? Optional.empty() : Optional.of(peak.high()),
                                        peak.isConfirmed(),
                                        peak.isComplete(),
                                        peak.limit(),
                                        peak.text())))
                .write(output);
    }
}
