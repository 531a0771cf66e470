// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.Failure;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What became of requests.
 *
 * @param answered those with an answer
 * @param failed those without
 * @param inputTokens tokens of the prompts of the answered ones; -1 if the server does not say of all
 * @param outputTokens tokens of the answers
 * @param failures those without an answer, by kind
 */
public record RequestCounts(
        long answered, long failed, long inputTokens, long outputTokens, Map<Failure.Kind, FailureSummary> failures) {

    public RequestCounts {
        Map<Failure.Kind, FailureSummary> ordered = new EnumMap<>(Failure.Kind.class);
        ordered.putAll(failures);
        failures = Collections.unmodifiableMap(ordered);
    }

    /** All. */
    public long total() {
        return answered + failed;
    }
}
