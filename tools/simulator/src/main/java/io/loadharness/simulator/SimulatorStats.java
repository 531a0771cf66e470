// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.time.Duration;
import java.util.Map;

/**
 * What a {@link SimulatedServer} has done so far. Every request for tokens that has ended counts as exactly one of succeeded,
 * rejected, faulted and cancelled.
 *
 * @param connections accepted
 * @param requests for tokens
 * @param succeeded answered rightly and wholly, legal variants included
 * @param rejected refused because something was wrong with them
 * @param faulted damaged on purpose
 * @param cancelled left by their client before the end of the answer
 * @param running in the batch now
 * @param waiting for room in the batch now
 * @param promptTokens of all requests that were not rejected or refused on purpose
 * @param images that the prompts of those showed
 * @param generationTokens handed to the sockets
 * @param events handed to the sockets that carried tokens
 * @param faults how often each happened, legal variants included; those that never happened are left out
 * @param firstTokenMean from the last byte of a request to the first event with a token, of streamed answers
 * @param firstTokenP50 the same at the 50th percentile, at most 5 % too high
 * @param firstTokenP99 the same at the 99th percentile, at most 5 % too high
 * @param worstLag by how much the scheduler was late at most
 * @param cpu the CPU time of the server's threads
 * @param cpuShare the same as a share of one processor since the start
 */
public record SimulatorStats(
        long connections,
        long requests,
        long succeeded,
        long rejected,
        long faulted,
        long cancelled,
        int running,
        int waiting,
        long promptTokens,
        long images,
        long generationTokens,
        long events,
        Map<Fault, Long> faults,
        Duration firstTokenMean,
        Duration firstTokenP50,
        Duration firstTokenP99,
        Duration worstLag,
        Duration cpu,
        double cpuShare) {

    public SimulatorStats {
        faults = Map.copyOf(faults);
    }

    /** How often a fault happened. */
    public long faults(Fault fault) {
        return faults.getOrDefault(fault, 0L);
    }
}
