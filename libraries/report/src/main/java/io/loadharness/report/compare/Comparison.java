// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A comparison of runs with a base run.
 *
 * <pre>{@code
 * List<ComparedRun> runs = new ArrayList<>(ComparableRuns.in(Path.of("results/a")));
 * runs.addAll(ComparableRuns.in(Path.of("results/b")));
 * Comparison comparison = new Comparison(runs);
 * ComparisonMarkdown.print(comparison, new PrintWriter(System.out));
 * }</pre>
 *
 * @param runs at least two runs; the first is the base
 */
public record Comparison(List<ComparedRun> runs) {

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    public Comparison {
        runs = List.copyOf(runs);
        if (runs.size() < 2) {
            throw new IllegalArgumentException("a comparison needs at least two runs: got " + runs.size());
        }
    }

    /** Returns the run with which the other runs are compared. */
    public ComparedRun base() {
        return runs.get(0);
    }

    /** Returns all runs except the base. */
    public List<ComparedRun> others() {
        return runs.subList(1, runs.size());
    }

    /**
     * Returns the difference between a metric of a run and the same metric of the base; empty if one of the runs does not have the metric.
     */
    public Optional<Difference> difference(ComparedFigure figure, ComparedRun other) {
        OptionalDouble ofBase = figure.of(base());
        OptionalDouble ofOther = figure.of(other);
        return ofBase.isPresent() && ofOther.isPresent()
                ? Optional.of(
                        Difference.between(ofBase.getAsDouble(), ofOther.getAsDouble(), figure.interval(base(), other)))
                : Optional.empty();
    }

    /**
     * Returns the differences between the phases of a run and of the base; empty if one of the runs has no records of completed requests.
     *
     * @param run the number of the run in {@link #runs}; at least 1
     */
    public Optional<PhaseComparison> phases(int run) {
        return PhaseComparison.of(base(), letter(0), runs.get(run), letter(run));
    }

    /** Returns the short name of a run in tables: a letter, or a number if there are too many runs. */
    static String letter(int run) {
        return run < LETTERS.length() ? LETTERS.substring(run, run + 1) : "#" + (run + 1);
    }

    /** Returns the given metrics that at least one run has. */
    public List<ComparedFigure> known(List<ComparedFigure> figures) {
        return figures.stream()
                .filter(figure -> runs.stream().anyMatch(run -> figure.of(run).isPresent()))
                .toList();
    }

    /**
     * Returns the settings that differ, with the value of each run. The value is empty if the run lacks the setting. A missing setting is a
     * difference only if another run of the same tool has the setting.
     */
    public Map<String, List<Optional<String>>> differingSettings() {
        Set<String> names = new LinkedHashSet<>();
        runs.forEach(run -> names.addAll(run.settings().keySet()));
        Map<String, List<Optional<String>>> differing = new LinkedHashMap<>();
        for (String name : names) {
            List<Optional<String>> values = runs.stream()
                    .map(run -> Optional.ofNullable(run.settings().get(name)))
                    .toList();
            if (differ(values)) {
                differing.put(name, values);
            }
        }
        return differing;
    }

    private boolean differ(List<Optional<String>> values) {
        long different = values.stream().flatMap(Optional::stream).distinct().count();
        return different > 1
                || IntStream.range(0, runs.size())
                        .anyMatch(i -> values.get(i).isEmpty()
                                && IntStream.range(0, runs.size())
                                        .anyMatch(j -> values.get(j).isPresent()
                                                && runs.get(i)
                                                        .tool()
                                                        .equals(runs.get(j).tool())));
    }
}
