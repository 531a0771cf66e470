// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import io.loadharness.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * How the client itself got on in a run.
 *
 * @param watched how long samples were outstanding; everything else is about this time
 * @param sends what happened to requests before they were on the wire
 * @param readers the threads that read answers; none if the backends have none that can be watched
 * @param stalls how late a thread woke up that had nothing else to do: garbage collection, other pauses of the JVM, processors that are
 *     taken
 * @param processorShare how much of all processors the process used
 * @param processors how many there are
 * @param collections the pauses of garbage collection
 */
public record ClientHealth(
        Duration watched,
        Sends sends,
        List<Reader> readers,
        Delay stalls,
        double processorShare,
        int processors,
        Collections collections) {

    /**
     * Requests on their way to the wire.
     *
     * @param issueLag how late the load generator issued queries
     * @param lag how late after that requests were handed to the network, without the waits
     * @param placeWait how long they waited for a place under the limit to how many are sent at a time
     * @param connectionWait how long they waited for a connection
     */
    public record Sends(Delay issueLag, Delay lag, Delay placeWait, Delay connectionWait) {}

    /**
     * A thread that reads answers.
     *
     * @param thread its name; empty if it never ran
     * @param delay how long what came had to wait for it
     * @param share how much of the time it was busy, 1 being always
     */
    public record Reader(String thread, Delay delay, double share) {}

    /**
     * Pauses of garbage collection.
     *
     * @param count how many collections there were
     * @param longest the longest, or several that followed each other at once
     * @param share how much of the time they took
     */
    public record Collections(long count, Duration longest, double share) {}

    public ClientHealth {
        Objects.requireNonNull(watched, "watched");
        Objects.requireNonNull(sends, "sends");
        readers = List.copyOf(readers);
        Objects.requireNonNull(stalls, "stalls");
        Objects.requireNonNull(collections, "collections");
    }

    /** Returns why the run is client-limited, one reason for each limit that was exceeded; empty if it is not. */
    public List<Reason> reasons(ClientLimits limits) {
        return ClientLimitCheck.of(this, limits);
    }
}
