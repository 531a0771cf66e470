package io.loadharness.loadgen;

import io.loadharness.Failure;
import io.loadharness.TestResult.FailureCount;
import java.util.EnumMap;
import java.util.Map;

/** Counts failures by kind and keeps the first message of each. Safe for any number of threads; takes no memory as it counts. */
final class FailureLog {

    private static final class Tally {
        long count;
        String firstMessage;
    }

    private final Map<Failure.Kind, Tally> tallies = new EnumMap<>(Failure.Kind.class);

    FailureLog() {
        for (Failure.Kind kind : Failure.Kind.values()) {
            tallies.put(kind, new Tally());
        }
    }

    synchronized void add(Failure failure) {
        Tally tally = tallies.get(failure.kind());
        tally.count++;
        if (tally.firstMessage == null) {
            tally.firstMessage = failure.message();
        }
    }

    /** Takes back what was added for a sample that did not fail after all. */
    synchronized void takeBack(Failure failure) {
        tallies.get(failure.kind()).count--;
    }

    synchronized Map<Failure.Kind, FailureCount> counts() {
        Map<Failure.Kind, FailureCount> counts = new EnumMap<>(Failure.Kind.class);
        tallies.forEach((kind, tally) -> {
            if (tally.count > 0) {
                counts.put(kind, new FailureCount(tally.count, tally.firstMessage));
            }
        });
        return counts;
    }
}
