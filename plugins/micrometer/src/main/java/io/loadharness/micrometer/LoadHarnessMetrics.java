// SPDX-License-Identifier: Apache-2.0
package io.loadharness.micrometer;

import io.loadharness.Failure;
import io.loadharness.Scenario;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An observer that records the requests of a system under test as Micrometer meters. The names of the meters start with
 * {@code loadharness}, and their tags are the scenario, the endpoint and the outcome. Timers publish histogram buckets if the registry
 * supports histograms. Thread-safe. {@link #close} does not close the registry.
 *
 * <pre>{@code
 * LoadHarnessMetrics metrics = new LoadHarnessMetrics(registry, Scenario.SERVER);
 * BackendSystemUnderTest.builder("servers", requests).backend(backend).observer(metrics).build();
 * }</pre>
 */
public final class LoadHarnessMetrics implements RequestObserver, AutoCloseable {

    private static final String NOT_SENT = "none";

    private final MeterRegistry registry;
    private final Tags tags;
    private final Map<String, EndpointMeters> endpoints = new ConcurrentHashMap<>();

    /** Creates an observer without additional tags. */
    public LoadHarnessMetrics(MeterRegistry registry, Scenario scenario) {
        this(registry, scenario, Tags.empty());
    }

    /** Creates an observer with additional tags, for example the name of a model. */
    public LoadHarnessMetrics(MeterRegistry registry, Scenario scenario, Iterable<Tag> additional) {
        this.registry = registry;
        this.tags = Tags.of(additional).and("scenario", scenario.loadGenName());
    }

    @Override
    public ResponseListener sending(InferenceRequest request, String endpoint) {
        return meters(endpoint).sending();
    }

    @Override
    public void unsent(int sampleIndex, Failure failure, Timeline times) {
        meters(NOT_SENT).ended(outcome(failure));
    }

    private EndpointMeters meters(String endpoint) {
        EndpointMeters existing = endpoints.get(endpoint); // avoids the lock of computeIfAbsent
        return existing != null
                ? existing
                : endpoints.computeIfAbsent(endpoint, name -> new EndpointMeters(registry, tags.and("endpoint", name)));
    }

    static String outcome(Failure failure) {
        return failure.kind().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Removes the gauges of requests in flight from the registry, so that the next run can register its own gauges there. The counters and
     * timers remain in the registry.
     */
    @Override
    public void close() {
        endpoints.values().forEach(EndpointMeters::close);
    }
}
