// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The number of failures of one kind, in total and for each message. */
public final class FailureSummary {

    private final Map<String, Long> messages = new LinkedHashMap<>();
    private long count;

    FailureSummary() {}

    FailureSummary(FailureSummary other) {
        messages.putAll(other.messages);
        count = other.count;
    }

    void add(String message) {
        count++;
        messages.merge(message, 1L, Long::sum);
    }

    /** Returns the number of failures. */
    public long count() {
        return count;
    }

    /** Returns the number of failures by message, in the order of first occurrence. */
    public Map<String, Long> messages() {
        return Collections.unmodifiableMap(messages);
    }
}
