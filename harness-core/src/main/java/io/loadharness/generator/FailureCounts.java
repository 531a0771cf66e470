// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import io.loadharness.Failure;
import io.loadharness.TestResult.FailureCount;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The failures of a run, counted by kind, with the first message of each kind. Thread-safe. */
public final class FailureCounts {

    private static final class Tally {
        long count;
        String firstMessage = "";
    }

    private final Map<Failure.Kind, Tally> tallies = new EnumMap<>(Failure.Kind.class);
    private long total;

    /** Creates empty counts. The constructor allocates the counts of all kinds, because a sample may fail when memory is exhausted. */
    public FailureCounts() {
        for (Failure.Kind kind : Failure.Kind.values()) {
            tallies.put(kind, new Tally());
        }
    }

    /**
     * Reports a failed sample to the run and counts its failure if the run accepts the sample. The other methods block during this call.
     * Otherwise, this sample could end the run, and the result of the run would not contain the failure.
     *
     * @param handOver reports the sample and returns true if the run accepted the sample; called once
     * @return true if the run accepted the sample
     */
    public synchronized boolean add(Failure failure, BooleanSupplier handOver) {
        if (!handOver.getAsBoolean()) {
            return false;
        }
        total++;
        Tally tally = tallies.get(failure.kind());
        if (tally != null && tally.count++ == 0) {
            tally.firstMessage = failure.message();
        }
        return true;
    }

    /** Returns the number of all failures. */
    public synchronized long total() {
        return total;
    }

    /** Returns the failures by kind. A kind that did not occur has no entry. */
    public synchronized Map<Failure.Kind, FailureCount> byKind() {
        Map<Failure.Kind, FailureCount> counts = new EnumMap<>(Failure.Kind.class);
        tallies.forEach((kind, tally) -> {
            if (tally.count > 0) {
                counts.put(kind, new FailureCount(tally.count, tally.firstMessage));
            }
        });
        return counts;
    }
}
