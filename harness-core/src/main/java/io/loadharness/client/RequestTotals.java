// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import io.loadharness.Failure;
import java.util.EnumMap;
import java.util.Map;

/**
 * The requests of a process since the start of a run, for the live display. Totals of several processes can be added. Immutable.
 *
 * @param sent the number of sent requests
 * @param ended the number of sent requests that completed or failed
 * @param completed the number of completed requests
 * @param tokens the number of received tokens
 * @param firstToken the times to the first token
 * @param perToken the times per output token after the first
 * @param latency the end-to-end latencies
 * @param scheduleDelay the schedule delays
 * @param failures the number of failures by kind; a kind without failures is absent
 * @param cpuShare the share of all CPUs that the process used in the last seconds; of several processes, the maximum
 * @param gcShare the share of the last seconds in which garbage collection paused the process; of several processes, the maximum
 */
public record RequestTotals(
        long sent,
        long ended,
        long completed,
        long tokens,
        DelayCounts firstToken,
        DelayCounts perToken,
        DelayCounts latency,
        DelayCounts scheduleDelay,
        Map<Failure.Kind, Long> failures,
        double cpuShare,
        double gcShare) {

    /** The totals of a process that has sent no request. */
    public static final RequestTotals NONE = new RequestTotals(
            0, 0, 0, 0, DelayCounts.NONE, DelayCounts.NONE, DelayCounts.NONE, DelayCounts.NONE, Map.of(), 0, 0);

    public RequestTotals {
        failures = Map.copyOf(failures);
    }

    /** Returns the totals of this process and another one. */
    public RequestTotals plus(RequestTotals other) {
        Map<Failure.Kind, Long> all = new EnumMap<>(Failure.Kind.class);
        all.putAll(failures);
        other.failures.forEach((kind, count) -> all.merge(kind, count, Long::sum));
        return new RequestTotals(
                sent + other.sent,
                ended + other.ended,
                completed + other.completed,
                tokens + other.tokens,
                firstToken.plus(other.firstToken),
                perToken.plus(other.perToken),
                latency.plus(other.latency),
                scheduleDelay.plus(other.scheduleDelay),
                all,
                Math.max(cpuShare, other.cpuShare),
                Math.max(gcShare, other.gcShare));
    }
}
