// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.Failure;
import io.loadharness.inference.TokenSource;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Counts of requests by outcome.
 *
 * @param completed the number of completed requests
 * @param failed the number of failed requests
 * @param inputTokens the number of prompt tokens of all completed requests; -1 if the number is unknown for one of these requests
 * @param outputTokens the number of output tokens of all completed requests
 * @param contradictoryCounts the number of completed requests with the token source {@link TokenSource#CONTRADICTORY_USAGE}
 * @param failures the failures by kind
 */
public record RequestCounts(
        long completed,
        long failed,
        long inputTokens,
        long outputTokens,
        long contradictoryCounts,
        Map<Failure.Kind, FailureSummary> failures) {

    public RequestCounts {
        Map<Failure.Kind, FailureSummary> ordered = new EnumMap<>(Failure.Kind.class);
        ordered.putAll(failures);
        failures = Collections.unmodifiableMap(ordered);
    }

    /** Returns the number of all requests. */
    public long total() {
        return completed + failed;
    }
}
