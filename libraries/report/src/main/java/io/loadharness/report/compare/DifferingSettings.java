package io.loadharness.report.compare;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** What was not the same in all runs. A setting that only one tool knows is not told of. */
final class DifferingSettings {

    private DifferingSettings() {}

    static Map<String, List<Optional<String>>> of(List<ComparedRun> runs) {
        Set<String> names = new LinkedHashSet<>();
        runs.forEach(run -> names.addAll(run.settings().keySet()));
        Map<String, List<Optional<String>>> differing = new LinkedHashMap<>();
        for (String name : names) {
            List<Optional<String>> values = runs.stream()
                    .map(run -> Optional.ofNullable(run.settings().get(name)))
                    .toList();
            if (differ(values, runs)) {
                differing.put(name, values);
            }
        }
        return differing;
    }

    private static boolean differ(List<Optional<String>> values, List<ComparedRun> runs) {
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
