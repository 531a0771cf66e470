package io.loadharness.generator;

import io.loadharness.Failure;
import io.loadharness.TestResult.FailureCount;
import java.util.EnumMap;
import java.util.Map;

/** The failures of a run, counted by kind, with the first message of each kind. Thread-safe. */
public final class FailureCounts {

    private static final class Tally {
        long count;
        String firstMessage;
    }

    private final Map<Failure.Kind, Tally> tallies = new EnumMap<>(Failure.Kind.class);
    private long total;

    /** Starts with no failures. */
    public FailureCounts() {
        for (Failure.Kind kind : Failure.Kind.values()) {
            tallies.put(kind, new Tally());
        }
    }

    /** Adds the failure of one sample. Call it before the sample counts as ended: with the last sample the run may be over. */
    public synchronized void add(Failure failure) {
        Tally tally = tallies.get(failure.kind());
        tally.count++;
        total++;
        if (tally.firstMessage == null) {
            tally.firstMessage = failure.message();
        }
    }

    /** Removes a failure that was added for a sample that the run did not take. */
    public synchronized void takeBack(Failure failure) {
        tallies.get(failure.kind()).count--;
        total--;
    }

    /** Returns the number of all failures. */
    public synchronized long total() {
        return total;
    }

    /** Returns the failures of each kind that happened. */
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
