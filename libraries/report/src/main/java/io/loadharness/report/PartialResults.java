// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.metrics.RunMetrics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The parts of a run that were lost before they had delivered all their results. The reports contain only the results that arrived.
 *
 * @param part the name of a part of a run: {@link #WORKER} or {@link #SLICE}
 * @param count the number of parts of the run
 * @param lost the numbers of the lost parts, starting at 0, in ascending order; not empty
 */
public record PartialResults(String part, int count, List<Integer> lost) {

    /** The name of a part that sends requests of the coordinator. */
    public static final String WORKER = "worker";

    /** The name of a part that generates its own load. */
    public static final String SLICE = "slice";

    private static final int MAX_NAMES = 5;

    public PartialResults {
        Objects.requireNonNull(part, "part");
        lost = List.copyOf(lost);
    }

    /** The samples that arrived from one part. A failed sample counts too, for example one whose worker was lost. */
    record Delivery(String name, boolean isLost, long completed, long failed) {}

    private String name(int number) {
        return part + "-" + number;
    }

    /** Returns the deliveries of all parts, in the order of their numbers. */
    List<Delivery> deliveries(RunMetrics metrics) {
        Map<String, WorkerShare> shares =
                WorkerShare.of(metrics).stream().collect(Collectors.toMap(WorkerShare::name, Function.identity()));
        return IntStream.range(0, count)
                .mapToObj(number -> {
                    WorkerShare share = shares.get(name(number));
                    return new Delivery(
                            name(number),
                            lost.contains(number),
                            share == null ? 0 : share.completed(),
                            share == null ? 0 : share.failed());
                })
                .toList();
    }

    /** Returns the warning for the reports. */
    String sentence(RunMetrics metrics) {
        List<Delivery> all = deliveries(metrics);
        List<Delivery> missing = all.stream().filter(Delivery::isLost).toList();
        List<Delivery> others = all.stream().filter(each -> !each.isLost()).toList();
        String names = missing.stream().limit(MAX_NAMES).map(Delivery::name).collect(Collectors.joining(", "));
        return "Partial results: " + names
                + (missing.size() > MAX_NAMES ? " and " + (missing.size() - MAX_NAMES) + " more" : "")
                + fate(missing.size() == 1) + ", with " + completed(missing)
                + (others.isEmpty()
                        ? ""
                        : "; the other " + (others.size() == 1 ? part : others.size() + " " + part + "s")
                                + " delivered " + completed(others))
                + ".";
    }

    /** Slices of separate runs can be missing because the user did not give their folders. */
    private String fate(boolean isOne) {
        if (part.equals(SLICE)) {
            return isOne ? " is missing or not complete" : " are missing or not complete";
        }
        return isOne ? " was lost" : " were lost";
    }

    private static String completed(List<Delivery> parts) {
        long samples = parts.stream().mapToLong(Delivery::completed).sum();
        return Quantity.count(samples) + (samples == 1 ? " completed sample" : " completed samples");
    }
}
