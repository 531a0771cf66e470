// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings of a run: the content of {@code run.json}. Secrets are masked.
 *
 * @param version the version of LoadHarness
 * @param started the start of the run
 * @param generator the load generator, such as "MLPerf LoadGen"
 * @param scenario the LoadGen scenario
 * @param load the load as text, such as "poisson, 20/s, 60s"
 * @param ratePerSecond the planned samples per second; empty if no rate is planned
 * @param model the model name in requests to the servers
 * @param dialect the request format, such as "openai-chat"
 * @param transport the name of the HTTP client that the backend uses
 * @param streamed true if responses are streamed
 * @param endpoints the URLs of the servers
 * @param dataset the name of the data set
 * @param samples the number of samples in the data set
 * @param settings all options, including those with default values
 * @param requirements the requirements that the run must meet, such as {@code ttft.p99<2s}
 * @param rules the rule set that decides the verdict in place of the load generator; empty if no rule set decides the verdict
 * @param bounds the latency bounds that the load generator checks, by metric id
 * @param environment the machine of the client
 * @param slice the part of the schedule that the run issued; empty if the run issued the whole load
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
        Optional<AppliedRules> rules,
        Map<String, Duration> bounds,
        Environment environment,
        Optional<RunSlice> slice) {

    /** The generator of all schedules. */
    public static final String SCHEDULE = "LoadHarness schedule";

    /**
     * An option and its value.
     *
     * @param name the name of the option on the command line
     * @param value the value; secrets are masked
     * @param source the origin of the value, such as "flag" or "default"
     */
    public record Setting(String name, String value, String source) {}

    public RunDescription {
        Objects.requireNonNull(started, "started");
        Objects.requireNonNull(scenario, "scenario");
        endpoints = List.copyOf(endpoints);
        settings = List.copyOf(settings);
        requirements = requirements == null ? List.of() : List.copyOf(requirements);
        rules = rules == null ? Optional.empty() : rules;
        bounds = bounds == null ? Map.of() : Map.copyOf(bounds);
        Objects.requireNonNull(environment, "environment");
        slice = slice == null ? Optional.empty() : slice;
    }

    /** Returns the name of the run for headlines: the LoadGen scenario or, for a schedule, the load as text. */
    public String title() {
        return SCHEDULE.equals(generator) ? load : scenario.loadGenName();
    }

    /** Returns a copy with one more setting. */
    public RunDescription with(Setting setting) {
        return copy(
                started,
                generator,
                scenario,
                load,
                ratePerSecond,
                Stream.concat(settings.stream(), Stream.of(setting)).toList());
    }

    /** Returns a copy with another load and the current time as the start. */
    public RunDescription of(String newLoad, Optional<Double> newRatePerSecond) {
        return of(generator, scenario, newLoad, newRatePerSecond);
    }

    /** Returns a copy with another load from another generator, and the current time as the start. */
    public RunDescription of(
            String newGenerator, Scenario newScenario, String newLoad, Optional<Double> newRatePerSecond) {
        return copy(Instant.now(), newGenerator, newScenario, newLoad, newRatePerSecond, settings);
    }

    private RunDescription copy(
            Instant newStart,
            String newGenerator,
            Scenario newScenario,
            String newLoad,
            Optional<Double> newRatePerSecond,
            List<Setting> newSettings) {
        return new RunDescription(
                version,
                newStart,
                newGenerator,
                newScenario,
                newLoad,
                newRatePerSecond,
                model,
                dialect,
                transport,
                streamed,
                endpoints,
                dataset,
                samples,
                newSettings,
                requirements,
                rules,
                bounds,
                environment,
                slice);
    }
}
