// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A probe for the processes of a server on this machine. */
final class ProcessProbe implements Probe {

    private final String name;
    private final String endpoint;
    private final Supplier<Optional<ProcessSample>> use;

    /** The highest total CPU time of the processes so far. When one process ends, the total decreases, but a counter must not decrease. */
    private double maxSeconds;

    ProcessProbe(String name, String endpoint, Supplier<Optional<ProcessSample>> use) {
        this.name = name;
        this.endpoint = endpoint;
        this.use = use;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String endpoint() {
        return endpoint;
    }

    @Override
    public Result poll() throws IOException {
        ProcessSample now = use.get().orElseThrow(() -> new ScrapeException("the process has ended"));
        maxSeconds = Math.max(maxSeconds, now.cpuSeconds());
        return Result.of(
                System.nanoTime(),
                List.of(reading(ServerMetric.PROCESS_CPU, maxSeconds), reading(ServerMetric.PROCESS_MEMORY, (double)
                        now.residentBytes())));
    }

    private static Reading reading(ServerMetric metric, double value) {
        return Reading.of(metric.names().get(0), Map.of(), metric.kind(), value);
    }
}
