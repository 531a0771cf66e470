// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The counts of samples of one backend. Immutable.
 *
 * @param endpoint the name of the backend
 * @param sent the number of samples sent to the backend
 * @param completed the number of completed samples
 * @param failures the number of failed samples by kind; a kind that did not occur has no entry
 * @param tokens the number of tokens of all responses
 * @param chunks the number of chunks that contain tokens, in the streamed responses of all ended samples
 * @param inFlight the number of samples that are neither completed nor failed
 * @param peakInFlight the maximum number of samples in flight at the same time
 * @param repeatedResults the number of results that the backend reported for samples that already had a result; these results are ignored
 */
public record EndpointCounts(
        String endpoint,
        long sent,
        long completed,
        Map<Failure.Kind, Long> failures,
        long tokens,
        long chunks,
        long inFlight,
        long peakInFlight,
        long repeatedResults) {

    public EndpointCounts {
        Map<Failure.Kind, Long> ordered = new EnumMap<>(Failure.Kind.class);
        ordered.putAll(failures);
        failures = Collections.unmodifiableMap(ordered);
    }
}
