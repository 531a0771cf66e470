// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.dataset.Dataset;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The load of a run: LoadGen in a scenario, or a schedule, which the defaults describe. */
interface Load {

    /** The generator of every load that is not LoadGen's. */
    String SCHEDULE = "LoadHarness schedule";

    /** Returns the name of the folder of the run if there are several. */
    String name();

    /** Returns the name of the generator. */
    default String generatorName() {
        return SCHEDULE;
    }

    /** Returns the load in words. */
    default String description() {
        return name();
    }

    /** Returns the scenario that settings and results name. */
    Scenario scenario();

    /** Returns true if queries have many samples. */
    default boolean hasLargeQueries() {
        return false;
    }

    /**
     * Takes from the data what the load needs; called once, before a server is asked.
     *
     * @param data empty for built-in prompts
     * @throws IllegalArgumentException if the data does not have it
     */
    default void prepare(Optional<Dataset> data) throws IOException {}

    /** Returns the planned samples per second; empty if no rate is planned. */
    default OptionalDouble plannedRate() {
        return OptionalDouble.empty();
    }

    /** Returns true if tokens that are counted can be timed. */
    default boolean timesTokens(boolean streamed) {
        return streamed;
    }

    /**
     * Returns the settings of one of several runs with this load.
     *
     * @param run its number, from 0; another number draws other samples and times
     * @param tokens true if tokens are counted, and timed where that is possible
     * @param longestRequest the time after which every request has ended
     * @throws IllegalArgumentException if a setting does not apply
     */
    TestSettings settings(int run, boolean tokens, Duration longestRequest);

    /**
     * Lets the generator check the settings.
     *
     * @throws IllegalArgumentException if it would refuse them
     */
    default void check(TestSettings settings) {}

    /** Returns the bounds that the generator holds requests against, by the id of their metric. */
    default Map<String, Duration> bounds(TestSettings settings) {
        return Map.of();
    }

    /** Returns a generator; the caller closes it. */
    LoadGenerator generator();

    /** Returns a sentence about the load for before and after the run. */
    Optional<String> notice();

    /** Returns the settings of a run of a schedule. */
    static TestSettings.Builder ofSchedule(Scenario scenario, long seed, boolean tokens, Duration longestRequest) {
        return TestSettings.builder(scenario)
                .stallLimit(stallLimit(longestRequest))
                .useTokenLatencies(tokens)
                .scheduleRngSeed(seed)
                .sampleIndexRngSeed(seed);
    }

    /** Returns the time that a run waits for samples without progress. */
    static Duration stallLimit(Duration longestRequest) {
        Duration twice = longestRequest.multipliedBy(2);
        return twice.compareTo(TestSettings.DEFAULT_STALL_LIMIT) > 0 ? twice : TestSettings.DEFAULT_STALL_LIMIT;
    }
}
