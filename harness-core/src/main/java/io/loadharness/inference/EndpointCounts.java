// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What became of the samples that one backend got.
 *
 * @param endpoint the name of the backend
 * @param sent samples sent to it
 * @param answered samples that it answered
 * @param failures samples that failed, by kind; no entry for a kind that did not happen
 * @param tokens tokens of its answers
 * @param events pieces in which the tokens came where answers are streamed, of all samples that have ended
 * @param outstanding samples that are neither answered nor failed
 * @param peakOutstanding the most samples that were outstanding at a time
 */
public record EndpointCounts(
        String endpoint,
        long sent,
        long answered,
        Map<Failure.Kind, Long> failures,
        long tokens,
        long events,
        long outstanding,
        long peakOutstanding) {

    public EndpointCounts {
        Map<Failure.Kind, Long> ordered = new EnumMap<>(Failure.Kind.class);
        ordered.putAll(failures);
        failures = Collections.unmodifiableMap(ordered);
    }
}
