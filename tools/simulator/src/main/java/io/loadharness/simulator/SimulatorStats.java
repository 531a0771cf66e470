// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.time.Duration;
import java.util.Map;

/**
 * Counters of a {@link SimulatedServer}. Each completion request that has ended is exactly one of these: succeeded, rejected, faulted or
 * cancelled.
 *
 * @param connections the number of accepted connections
 * @param requests the number of completion requests
 * @param succeeded the requests with a complete, correct response; the response may have faults for which {@link Fault#isLegal} returns
 *     true
 * @param rejected the invalid requests that got an error
 * @param faulted the requests with a response that a fault made incorrect
 * @param cancelled the requests that ended because the client disconnected
 * @param running the requests that are currently in the batch
 * @param waiting the requests that are currently waiting for room in the batch
 * @param promptTokens the prompt tokens of all requests, except for rejected requests and requests with a fault in place of the response
 * @param images the images in the prompts of the requests that {@code promptTokens} counts
 * @param generationTokens the completion tokens written to the sockets
 * @param events the events with tokens written to the sockets
 * @param faults the number of occurrences of each fault, including faults that do not make a response incorrect; faults that never occurred
 *     have no entry
 * @param firstTokenMean the mean time from the last byte of a request to the first event with a token, over all streamed responses
 * @param firstTokenP50 the 50th percentile of the time from the last byte of a request to the first event with a token, rounded up by at
 *     most 5 %
 * @param firstTokenP99 the 99th percentile of the time from the last byte of a request to the first event with a token, rounded up by at
 *     most 5 %
 * @param maxSchedulerDelay the maximum time between the planned and the actual start of a scheduler step
 * @param cpu the CPU time of the server's threads since the start
 * @param cpuShare the CPU time divided by the time since the start; 1 means that one CPU was fully used
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
        Duration maxSchedulerDelay,
        Duration cpu,
        double cpuShare) {

    public SimulatorStats {
        faults = Map.copyOf(faults);
    }

    /** Returns the number of occurrences of a fault. */
    public long faults(Fault fault) {
        return faults.getOrDefault(fault, 0L);
    }
}
