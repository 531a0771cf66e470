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
 * Runs beside each other.
 *
 * @param runs at least two; the first is the base
 */
public record Comparison(List<ComparedRun> runs) {

    public Comparison {
        runs = List.copyOf(runs);
        if (runs.size() < 2) {
            throw new IllegalArgumentException("there are " + runs.size() + " runs, and it takes two to compare them");
        }
    }

    /** What the others are compared with. */
    public ComparedRun base() {
        return runs.get(0);
    }

    /** All but the base. */
    public List<ComparedRun> others() {
        return runs.subList(1, runs.size());
    }

    /** How much a figure of a run is above that of the base; empty if one of them has none. */
    public Optional<Difference> difference(ComparedFigure figure, ComparedRun other) {
        OptionalDouble ofBase = figure.of(base());
        OptionalDouble ofOther = figure.of(other);
        return ofBase.isPresent() && ofOther.isPresent()
                ? Optional.of(
                        Difference.between(ofBase.getAsDouble(), ofOther.getAsDouble(), figure.interval(base(), other)))
                : Optional.empty();
    }

    /** Those of some figures that at least one run has. */
    public List<ComparedFigure> known(List<ComparedFigure> figures) {
        return figures.stream()
                .filter(figure -> runs.stream().anyMatch(run -> figure.of(run).isPresent()))
                .toList();
    }

    /** The settings that were not the same in all runs: by name, the value of each run. Settings that only one tool knows are left out. */
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
