// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.Reason;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientHealthMonitor;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.ReadThread;
import io.loadharness.client.SendDelays;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.inference.Timeline;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Monitors the client side of a worker during a run, with the same limits as in a run without workers. One thread starts and finishes it.
 * Any thread may report the end of a request.
 */
final class WorkerMonitor {

    private final AtomicInteger inFlight = new AtomicInteger();
    private final SendDelays sends = new SendDelays();
    private @Nullable ClientHealthMonitor monitor;
    private ClientLimits limits = ClientLimits.NONE;
    private long strayBefore;
    private volatile boolean hasStarted;
    private volatile long firstRead;

    /** Counts a new request. {@code read} is the time at which the request was read, in {@link System#nanoTime()}. */
    void started(long read) {
        if (!hasStarted) {
            firstRead = read;
            hasStarted = true;
        }
        inFlight.incrementAndGet();
    }

    /** Counts the end of a request. {@code read} is the time at which the request was read, in {@link System#nanoTime()}. */
    void ended(long read, Timeline times) {
        inFlight.decrementAndGet();
        if (times.sent() != Timeline.UNKNOWN && read - firstRead >= LinkDelays.START_NANOS) {
            long dequeued = times.dequeued() == Timeline.UNKNOWN ? times.sent() : times.dequeued();
            sends.sent(dequeued - read, 0, times.sent() - dequeued);
        }
    }

    void start(ClusterProtocol.MonitorClient message, Collection<OpenAiBackend> backends) {
        end();
        limits = new ClientLimits(
                Duration.ofNanos(message.getSendDelay()),
                Duration.ofNanos(message.getReadDelay()),
                message.getThreadShare(),
                message.getCpuShare(),
                message.getGcShare());
        strayBefore = unexpectedBytes(backends);
        hasStarted = false;
        List<ReadThread> readers =
                backends.stream().flatMap(each -> each.readThreads().stream()).toList();
        monitor = ClientHealthMonitor.start(() -> inFlight.get() > 0, readers, sends);
    }

    ClusterProtocol.ClientReport finish(Collection<OpenAiBackend> backends) {
        ClusterProtocol.ClientReport.Builder report = ClusterProtocol.ClientReport.newBuilder();
        ClientHealth health = end();
        if (health != null) {
            for (Reason each : health.reasons(limits)) {
                ClusterProtocol.ClientReason.Builder reason =
                        report.addReasonsBuilder().setCode(each.code().name()).setText(each.text());
                each.values().forEach((name, value) -> reason.putValues(name, value.doubleValue()));
            }
            report.setStrayConnections((int) (unexpectedBytes(backends) - strayBefore));
        }
        backends.forEach(each -> report.addAllWarnings(each.warnings()));
        return report.build();
    }

    private @Nullable ClientHealth end() {
        ClientHealthMonitor started = monitor;
        monitor = null;
        return started == null ? null : started.end();
    }

    private static long unexpectedBytes(Collection<OpenAiBackend> backends) {
        return backends.stream().mapToLong(OpenAiBackend::unexpectedBytes).sum();
    }
}
