package io.loadharness.loadgen;

import io.loadharness.Failure;
import io.loadharness.TestResult.FailureCount;
import java.util.EnumMap;
import java.util.Map;

/** Counts failures by kind and keeps the first message of each. Safe for any number of threads. */
final class FailureLog {

    private final Map<Failure.Kind, FailureCount> counts = new EnumMap<>(Failure.Kind.class);

    void add(Failure failure) {
        synchronized (counts) {
            FailureCount before = counts.get(failure.kind());
            counts.put(
                    failure.kind(),
                    before == null
                            ? new FailureCount(1, failure.message())
                            : new FailureCount(before.count() + 1, before.firstMessage()));
        }
    }

    Map<Failure.Kind, FailureCount> counts() {
        synchronized (counts) {
            return new EnumMap<>(counts);
        }
    }
}
