// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import io.loadharness.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The health of the client during a run. The client consists of the load generator and the transports. Its health shows whether the server
 * or the client limited the results.
 *
 * <pre>{@code
 * ClientHealth health = sut.clientHealth().orElseThrow();
 * System.out.println("p99 send delay: " + health.sends().sendDelay().p99());
 * health.reasons(ClientLimits.DEFAULTS).forEach(System.err::println);
 * }</pre>
 *
 * @param watched the time in which samples were in flight; all other values except {@code longestPauses} are measured in this time only
 * @param sends the delays of requests until they were handed to the network
 * @param readers the threads that read responses; empty if the backends provide no such threads
 * @param pauses the wake-up delays of an idle thread; causes are garbage collection, other pauses of the JVM and busy CPUs
 * @param cpuShare the share of all CPUs that the process used, from 0 to 1
 * @param cpus the number of CPUs
 * @param garbageCollection the pauses of garbage collection
 * @param longestPauses the longest pauses of the client, at most {@value #MAX_PAUSES}, in the order of their start. Pauses without samples
 *     in flight are included, because such a pause delays the samples whose scheduled start is during the pause
 */
public record ClientHealth(
        Duration watched,
        Sends sends,
        List<Reader> readers,
        Delay pauses,
        double cpuShare,
        int cpus,
        GarbageCollection garbageCollection,
        List<Pause> longestPauses) {

    /** The minimum time with samples in flight. Shorter runs are not checked, because the JVM warm-up dominates their delays. */
    public static final Duration MIN_WATCHED = Duration.ofSeconds(1);

    /** The maximum number of {@link #longestPauses}. */
    public static final int MAX_PAUSES = 100;

    /**
     * Delays of requests until they were handed to the network.
     *
     * @param issueDelay the time from the scheduled start until the load generator issued the query
     * @param sendDelay the time from the issue until the request was handed to the network, without {@code slotWait} and
     *     {@code connectionWait}
     * @param slotWait the wait for a slot of the concurrency limit
     * @param connectionWait the wait for a connection
     */
    public record Sends(Delay issueDelay, Delay sendDelay, Delay slotWait, Delay connectionWait) {}

    /**
     * A thread that reads responses.
     *
     * @param thread the name of the thread; empty if the thread never ran
     * @param delay the time that data waited for the thread
     * @param share the share of the time in which the thread was busy, from 0 to 1
     */
    public record Reader(String thread, Delay delay, double share) {}

    /**
     * Pauses of garbage collection.
     *
     * @param count the number of collections
     * @param longest the longest pause; consecutive collections without a gap count as one
     * @param share the share of the time in which garbage collection paused the JVM, from 0 to 1
     */
    public record GarbageCollection(long count, Duration longest, double share) {}

    /**
     * A pause of the whole client.
     *
     * @param start the wall-clock time of the start
     * @param length the duration
     */
    public record Pause(Instant start, Duration length) {}

    public ClientHealth {
        Objects.requireNonNull(watched, "watched");
        Objects.requireNonNull(sends, "sends");
        readers = List.copyOf(readers);
        Objects.requireNonNull(pauses, "pauses");
        Objects.requireNonNull(garbageCollection, "garbageCollection");
        longestPauses =
                longestPauses == null ? List.of() : List.copyOf(longestPauses); // missing in files of earlier versions
    }

    /** Returns a copy with the longest pauses of a list, for example the pauses of several clients. */
    public ClientHealth withPauses(List<Pause> pauses) {
        List<Pause> longest = pauses.stream()
                .sorted(Comparator.comparing(Pause::length).reversed())
                .limit(MAX_PAUSES)
                .sorted(Comparator.comparing(Pause::start))
                .toList();
        return new ClientHealth(watched, sends, readers, this.pauses, cpuShare, cpus, garbageCollection, longest);
    }

    /** Returns one reason for each limit that was exceeded; empty if the run is not client-limited. */
    public List<Reason> reasons(ClientLimits limits) {
        return ClientLimitCheck.of(this, limits);
    }
}
