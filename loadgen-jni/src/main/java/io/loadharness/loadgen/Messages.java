// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Distinct messages with their counts. Not thread-safe. */
final class Messages {

    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private long total;

    void add(String message) {
        counts.merge(message, 1, Integer::sum);
        total++;
    }

    long total() {
        return total;
    }

    /** Returns the messages in the order of their first occurrence. The text of a repeated message ends with its count. */
    List<String> texts() {
        return counts.entrySet().stream()
                .map(entry ->
                        entry.getValue() == 1 ? entry.getKey() : entry.getKey() + " (" + entry.getValue() + " times)")
                .toList();
    }
}
