package io.loadharness.schedule;

import io.loadharness.Failure;
import io.loadharness.TestResult.FailureCount;
import java.util.EnumMap;
import java.util.Map;

/** How often each kind of failure happened. Safe for any number of threads. */
final class FailureCounts {

    private final Map<Failure.Kind, FailureCount> counts = new EnumMap<>(Failure.Kind.class);
    private long total;

    synchronized void add(Failure failure) {
        counts.merge(
                failure.kind(),
                new FailureCount(1, failure.message()),
                (before, one) -> new FailureCount(before.count() + 1, before.firstMessage()));
        total++;
    }

    /** Takes back what was added for a sample that did not fail after all. */
    synchronized void takeBack(Failure failure) {
        counts.computeIfPresent(
                failure.kind(),
                (kind, count) -> count.count() == 1 ? null : new FailureCount(count.count() - 1, count.firstMessage()));
        total--;
    }

    synchronized long total() {
        return total;
    }

    synchronized Map<Failure.Kind, FailureCount> byKind() {
        return Map.copyOf(counts);
    }
}
