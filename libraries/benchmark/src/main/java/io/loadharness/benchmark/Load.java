// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.LoadPlan;
import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.dataset.Dataset;
import io.loadharness.report.RuleSet;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunSlice;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The load of a run: a LoadGen scenario or a schedule. The default methods apply to schedules. */
interface Load {

    /** Returns the short name of the load. If there are several loads, it is also the name of the folder. */
    String name();

    /** Returns the name of the generator. */
    default String generatorName() {
        return RunDescription.SCHEDULE;
    }

    /** Returns the description of the load. */
    default String description() {
        return name();
    }

    /** Returns the LoadGen scenario for settings and results. */
    Scenario scenario();

    /** Returns true if a query can have many samples. */
    default boolean hasLargeQueries() {
        return false;
    }

    /**
     * Reads the required columns of the data. Called once, before the first request.
     *
     * @param data the data set; empty for built-in prompts
     * @throws IllegalArgumentException if the data lacks a required column
     */
    default void prepare(Optional<Dataset> data) throws IOException {}

    /** Returns the planned samples per second; empty if no rate is planned. */
    default OptionalDouble plannedRate() {
        return OptionalDouble.empty();
    }

    /** Returns the wall-clock time at which the run starts; empty to start immediately. */
    default Optional<Instant> startAt() {
        return Optional.empty();
    }

    /**
     * Waits for the start signal, if the load has one. The signal provides the start time of the generator. {@link #slice} then contains
     * this time.
     *
     * @return true if there was a signal
     */
    default boolean awaitSignal() throws InterruptedException {
        return false;
    }

    /**
     * Returns the slice of the load that this process generates; empty if it generates the whole load.
     *
     * @param node the name of this machine
     */
    default Optional<RunSlice> slice(String node) {
        return Optional.empty();
    }

    /**
     * Returns the planned size of the whole load, of which this process may generate only a slice.
     *
     * @param own the planned size of the part that this process generates
     */
    default LoadPlan wholePlan(LoadPlan own) {
        return own;
    }

    /** Returns true if runs of this load can measure token latencies when the token counts are known. */
    default boolean timesTokens(boolean streamed) {
        return streamed;
    }

    /**
     * Returns the settings of one run of this load.
     *
     * @param run the number of the run, starting at 0; it determines the random seed for samples and times
     * @param tokens true if the run measures token latencies
     * @param longestRequest the maximum duration of a request; determines the stall limit
     * @throws IllegalArgumentException if a setting does not apply
     */
    TestSettings settings(int run, boolean tokens, Duration longestRequest);

    /**
     * Checks the settings with the generator.
     *
     * @throws IllegalArgumentException if the generator rejects them
     */
    default void check(TestSettings settings) {}

    /** Returns the latency bounds that the generator checks, by metric id. */
    default Map<String, Duration> bounds(TestSettings settings) {
        return Map.of();
    }

    /**
     * Returns warnings about a run that cannot become valid.
     *
     * @param plan the expected size of the run
     * @param warnings creates the warnings
     */
    default List<String> warnings(TestSettings settings, LoadPlan plan, RuleSet rules, PlanWarnings warnings) {
        return List.of();
    }

    /** Returns a generator. The caller closes it. */
    LoadGenerator generator();

    /** Returns a notice about the load. It is printed before and after the run. */
    Optional<String> notice();

    /** Returns a builder with the settings for a run of a schedule. */
    static TestSettings.Builder ofSchedule(Scenario scenario, long seed, boolean tokens, Duration longestRequest) {
        return TestSettings.builder(scenario)
                .stallLimit(stallLimit(longestRequest))
                .useTokenLatencies(tokens)
                .scheduleRngSeed(seed)
                .sampleIndexRngSeed(seed);
    }

    /** Returns the stall limit: the time without progress after which a run fails. */
    static Duration stallLimit(Duration longestRequest) {
        Duration twice = longestRequest.multipliedBy(2);
        return twice.compareTo(TestSettings.DEFAULT_STALL_LIMIT) > 0 ? twice : TestSettings.DEFAULT_STALL_LIMIT;
    }
}
