// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.client.RequestTotals;
import java.time.Duration;
import java.util.Map;

/** Computes the metrics of the last ten seconds of a run from the totals since its start. Thread-safe. */
final class RecentWindow {

    private static final double NANOS = 1e9;

    private final RecentSteps<RequestTotals> steps = new RecentSteps<>();

    synchronized LiveView view(long now, RequestTotals current, Map<String, LiveView.EndpointCounts> endpoints) {
        RecentSteps.Step<RequestTotals> oldest = steps.oldest(now, () -> current);
        RequestTotals before = oldest.value();
        double seconds = (now - oldest.nanos()) / NANOS;
        return new LiveView(
                Duration.ofNanos(now - oldest.nanos()),
                current.sent() - current.ended(),
                perSecond(current.sent() - before.sent(), seconds),
                perSecond(current.completed() - before.completed(), seconds),
                perSecond(current.tokens() - before.tokens(), seconds),
                current.firstToken().since(before.firstToken()),
                current.perToken().since(before.perToken()),
                current.latency().since(before.latency()),
                current.scheduleDelay().since(before.scheduleDelay()),
                current.failures(),
                endpoints,
                current.cpuShare(),
                current.gcShare());
    }

    private static double perSecond(long count, double seconds) {
        return seconds > 0 ? Math.max(0, count) / seconds : 0;
    }
}
