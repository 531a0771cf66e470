package io.loadharness.cli.load;

import io.loadharness.LoadGenerator;
import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.dataset.Dataset;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What loads a run: LoadGen in a scenario, or a schedule. */
interface Load {

    /** The generator of every load that is not LoadGen's. */
    String SCHEDULE = "LoadHarness schedule";

    /** As the command line spells it. */
    String name();

    /** What makes the load. */
    String generatorName();

    /** The load in words. */
    String description();

    /** What settings and results call the traffic. */
    Scenario scenario();

    /** Whether queries have many samples. */
    boolean hasLargeQueries();

    /**
     * Checks what can be checked before a server is asked.
     *
     * @throws IllegalArgumentException if an option has no meaning
     */
    void check();

    /**
     * Takes from the data what it needs to know of it; once, before a server is asked.
     *
     * @param data empty for the built-in prompts
     * @throws IllegalArgumentException if that is not there
     */
    void see(Optional<Dataset> data) throws IOException;

    /** The requests per second that the run will send; empty where that is not planned. */
    OptionalDouble plannedRate();

    /** Whether tokens that are counted can be timed, given whether answers are streamed. */
    boolean timesTokens(boolean streamed);

    /**
     * The settings of one of several runs with this load, each with samples and moments of its own where the load draws them.
     *
     * @param run its number, from 0
     * @param tokens whether tokens are counted, and timed where that is possible
     * @param longestRequest after which a request has ended in any case
     * @throws IllegalArgumentException if an option has no meaning then
     */
    TestSettings settings(int run, boolean tokens, Duration longestRequest);

    /** Those of the first run, or the only one. */
    default TestSettings settings(boolean tokens, Duration longestRequest) {
        return settings(0, tokens, longestRequest);
    }

    /**
     * Has the generator read the settings.
     *
     * @throws IllegalArgumentException if it would refuse them
     */
    void tryOut(TestSettings settings);

    /**
     * The times that the generator holds requests against, by the id of their metric.
     *
     * @param settings of the run
     */
    default Map<String, Duration> bounds(TestSettings settings) {
        return Map.of();
    }

    /** What runs it. Whoever asks closes it. */
    LoadGenerator generator();

    /** What the report has to say about it, before the run and after it. */
    Optional<String> notice();

    /** How long a run waits for samples that do not get on. */
    static Duration stallLimit(Duration longestRequest) {
        Duration twice = longestRequest.multipliedBy(2);
        return twice.compareTo(TestSettings.DEFAULT_STALL_LIMIT) > 0 ? twice : TestSettings.DEFAULT_STALL_LIMIT;
    }
}
