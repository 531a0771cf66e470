// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Distribution;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The difference between the mean latencies (scheduled) of two runs, divided into phases. The differences of the phases add up to the
 * difference of the latencies. Phases between which one of the runs has no timestamp are joined.
 *
 * <pre>{@code
 * comparison.phases(1).ifPresent(each -> System.out.println(each.summary()));
 * }</pre>
 *
 * @param phases the phases, in the order in which they occur
 * @param total the whole latency
 * @param summary one sentence about the difference
 * @param notes other causes of the difference, and limits of the comparison, one sentence each
 */
public record PhaseComparison(List<Phase> phases, Phase total, String summary, List<String> notes) {

    public PhaseComparison {
        phases = List.copyOf(phases);
        Objects.requireNonNull(total, "total");
        Objects.requireNonNull(summary, "summary");
        notes = List.copyOf(notes);
    }

    /**
     * A phase in both runs.
     *
     * @param id the name in files; the names of joined phases are separated by {@code +}
     * @param title the title in reports
     * @param base the times of the base
     * @param other the times of the other run
     * @param difference the difference between the means, in nanoseconds
     */
    public record Phase(String id, String title, Times base, Times other, Difference difference) {

        public Phase {
            Objects.requireNonNull(base, "base");
            Objects.requireNonNull(other, "other");
            Objects.requireNonNull(difference, "difference");
        }
    }

    /**
     * The times of a phase in a run, in nanoseconds.
     *
     * @param mean the arithmetic mean
     * @param median the median
     * @param parts the parts of the mean, by title; empty if only the whole is known. The parts add up to the mean
     */
    public record Times(double mean, double median, Map<String, Double> parts) {

        public Times {
            parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
        }

        static Times of(Distribution values, Map<String, Double> parts) {
            return new Times(Statistic.MEAN.of(values), Statistic.P50.of(values), parts);
        }
    }

    /**
     * Compares the phases of two runs.
     *
     * @param baseName the name of the base in sentences
     * @param otherName the name of the other run in sentences
     * @return the comparison; empty if one of the runs has no records of completed requests
     */
    static Optional<PhaseComparison> of(ComparedRun base, String baseName, ComparedRun other, String otherName) {
        return base.phases().flatMap(ofBase -> other.phases().map(ofOther -> new PhaseComparer(
                        new PhaseComparer.Side(baseName, base, ofBase),
                        new PhaseComparer.Side(otherName, other, ofOther))
                .compared()));
    }
}
