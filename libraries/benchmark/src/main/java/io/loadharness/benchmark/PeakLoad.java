// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.dataset.Dataset;
import io.loadharness.schedule.Concurrency;
import io.loadharness.schedule.PeakSearch;
import io.loadharness.schedule.PeakSearch.RunKind;
import io.loadharness.schedule.PeakSearch.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The load of a search for the peak. Each run of the search has its own load. */
final class PeakLoad implements Load {

    /** The number of samples in flight of a probe. Servers for language models have smaller batches. */
    private static final int PROBE_CONCURRENCY = 256;

    private final PeakSearch search;
    private final Optional<LoadGenScenario> scenario;
    private final long seed;
    private final boolean resumes;

    /**
     * Creates the load.
     *
     * @param scenario the LoadGen scenario whose rate is searched; empty for a search of concurrency
     * @param resumes true if the output folder contains the earlier runs of the search
     */
    PeakLoad(PeakSearch search, Optional<LoadGenScenario> scenario, long seed, boolean resumes) {
        this.search = search;
        this.scenario = scenario;
        this.seed = seed;
        this.resumes = resumes;
    }

    PeakSearch search() {
        return search;
    }

    boolean resumes() {
        return resumes;
    }

    /**
     * Returns the load of a step.
     *
     * @param run the number of the run; short runs with different numbers have different arrival times
     */
    Load at(Step step, int run) {
        boolean isFull = step.kind() == RunKind.FULL;
        if (step.kind() == RunKind.PROBE) {
            return SingleSchedule.of("probe", Concurrency.of(PROBE_CONCURRENCY).during(step.length()), seed);
        }
        if (scenario.isPresent() && step.kind() != RunKind.SINGLE) {
            return scenario.get().at(step.level(), step.length(), isFull, seed + run);
        }
        return SingleSchedule.of(
                "concurrent", Concurrency.of((int) step.level()).during(step.length()), isFull ? seed : seed + run);
    }

    @Override
    public String name() {
        return "find-peak";
    }

    @Override
    public String generatorName() {
        return scenario.map(LoadGenScenario::generatorName).orElseGet(Load.super::generatorName);
    }

    @Override
    public String description() {
        return search.toString();
    }

    @Override
    public Scenario scenario() {
        return scenario.map(LoadGenScenario::scenario).orElse(Scenario.SINGLE_STREAM);
    }

    @Override
    public void prepare(Optional<Dataset> data) throws IOException {
        if (scenario.isPresent()) {
            scenario.get().prepare(data);
        }
    }

    @Override
    public TestSettings settings(int run, boolean tokens, Duration longestRequest) {
        return first().settings(run, tokens, longestRequest);
    }

    /** Returns a load with the settings of each run. */
    private Load first() {
        return at(new Step(RunKind.FULL, 1, search.confirmDuration()), 0);
    }

    @Override
    public void check(TestSettings settings) {
        first().check(settings);
    }

    @Override
    public Map<String, Duration> bounds(TestSettings settings) {
        return first().bounds(settings);
    }

    @Override
    public LoadGenerator generator() {
        return first().generator();
    }

    @Override
    public Optional<String> notice() {
        return scenario.isPresent()
                ? Optional.empty()
                : Optional.of("Load: find-peak, concurrent. This is not MLPerf LoadGen.");
    }
}
