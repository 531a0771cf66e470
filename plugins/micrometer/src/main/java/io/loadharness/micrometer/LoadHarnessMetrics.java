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
 * Watches the requests of a system under test and puts what it sees into a registry, as meters whose names begin with {@code loadharness}
 * and whose tags are the scenario, the endpoint and the outcome. Timers come with the buckets of a histogram where the registry wants them.
 * Safe for any number of threads; the registry stays its owner's.
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

    /** Meters with no other tags. */
    public LoadHarnessMetrics(MeterRegistry registry, Scenario scenario) {
        this(registry, scenario, Tags.empty());
    }

    /** Meters with further tags, as the name of a model. */
    public LoadHarnessMetrics(MeterRegistry registry, Scenario scenario, Iterable<Tag> further) {
        this.registry = registry;
        this.tags = Tags.of(further).and("scenario", scenario.loadGenName());
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
        EndpointMeters known = endpoints.get(endpoint); // without the lock that the next line takes
        return known != null
                ? known
                : endpoints.computeIfAbsent(endpoint, name -> new EndpointMeters(registry, tags.and("endpoint", name)));
    }

    static String outcome(Failure failure) {
        return failure.kind().name().toLowerCase(Locale.ROOT);
    }

    /** Takes away the gauges of open requests, so that the next run on the same registry has its own; what was counted stays. */
    @Override
    public void close() {
        endpoints.values().forEach(EndpointMeters::close);
    }
}
