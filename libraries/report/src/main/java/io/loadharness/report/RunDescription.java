// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What was to be run, with no secret in it.
 *
 * @param version of LoadHarness
 * @param started when it was written
 * @param generator what loads the run, as in "MLPerf LoadGen"
 * @param scenario the traffic pattern
 * @param load the load in words, as in "poisson, 20/s, 60s"
 * @param ratePerSecond the samples per second that are planned; empty if no rate is
 * @param model as the servers call it
 * @param dialect how the servers are spoken to
 * @param transport over what
 * @param streamed whether answers are streamed
 * @param endpoints the servers
 * @param dataset the name of the data set
 * @param samples how many samples it has
 * @param settings all options, those left out too
 * @param requirements what its figures have to be, as in {@code ttft.p99<2s}
 * @param bounds the times that the load generator holds requests against, by the id of their metric
 * @param environment where it ran
 */
public record RunDescription(
        String version,
        Instant started,
        String generator,
        Scenario scenario,
        String load,
        Optional<Double> ratePerSecond,
        String model,
        String dialect,
        String transport,
        boolean streamed,
        List<String> endpoints,
        String dataset,
        int samples,
        List<Setting> settings,
        List<String> requirements,
        Map<String, Duration> bounds,
        Environment environment) {

    /**
     * An option and its value.
     *
     * @param name as the command line spells it
     * @param value what it was; secrets are masked
     * @param source where the value came from, as in "flag" or "default"
     */
    public record Setting(String name, String value, String source) {}

    public RunDescription {
        Objects.requireNonNull(started, "started");
        Objects.requireNonNull(scenario, "scenario");
        endpoints = List.copyOf(endpoints);
        settings = List.copyOf(settings);
        requirements = requirements == null ? List.of() : List.copyOf(requirements);
        bounds = bounds == null ? Map.of() : Map.copyOf(bounds);
        Objects.requireNonNull(environment, "environment");
    }

    /** The same run with another load, begun now. */
    public RunDescription of(String newLoad, Optional<Double> newRatePerSecond) {
        return new RunDescription(
                version,
                Instant.now(),
                generator,
                scenario,
                newLoad,
                newRatePerSecond,
                model,
                dialect,
                transport,
                streamed,
                endpoints,
                dataset,
                samples,
                settings,
                requirements,
                bounds,
                environment);
    }
}
