// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The processes of a server on this machine. */
final class ProcessProbe implements Probe {

    private final String name;
    private final String endpoint;
    private final Supplier<Optional<ProcessSample>> use;

    /** A process that leaves the family takes its time along, which is no time that was not spent. */
    private double mostSeconds;

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
    public Said ask() throws IOException {
        ProcessSample now = use.get().orElseThrow(() -> new ScrapeException("there is no such process any more"));
        mostSeconds = Math.max(mostSeconds, now.cpuSeconds());
        return new Said(
                System.nanoTime(),
                List.of(reading(ServerMetric.PROCESS_CPU, mostSeconds), reading(ServerMetric.PROCESS_MEMORY, (double)
                        now.residentBytes())));
    }

    private static Reading reading(ServerMetric metric, double value) {
        return Reading.of(metric.names().get(0), Map.of(), metric.kind(), value);
    }
}
