// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.dataset.Dataset;
import io.loadharness.schedule.Pacer;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.ScheduledLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The load of one schedule. The schedule can depend on the data. */
final class SingleSchedule implements Load {

    /** A function that creates a schedule from the data. */
    @FunctionalInterface
    interface Source {

        /**
         * Creates the schedule.
         *
         * @param data the data set; empty for built-in prompts
         * @throws IllegalArgumentException if the data lacks a column that the schedule needs
         */
        Schedule of(Optional<Dataset> data) throws IOException;
    }

    private final String name;
    private final Scenario scenario;
    private final Source source;
    private final OptionalDouble plannedRate;
    private final long seed;
    private final boolean busyWait;
    private @Nullable Schedule schedule;

    SingleSchedule(
            String name, Scenario scenario, Source source, OptionalDouble plannedRate, long seed, boolean busyWait) {
        this.name = name;
        this.scenario = scenario;
        this.source = source;
        this.plannedRate = plannedRate;
        this.seed = seed;
        this.busyWait = busyWait;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return schedule == null ? name() : schedule.toString();
    }

    @Override
    public Scenario scenario() {
        return scenario;
    }

    @Override
    public void prepare(Optional<Dataset> data) throws IOException {
        schedule = source.of(data);
    }

    @Override
    public OptionalDouble plannedRate() {
        return plannedRate;
    }

    @Override
    public TestSettings settings(int run, boolean tokens, Duration longestRequest) {
        return Load.ofSchedule(scenario, seed + run, tokens, longestRequest).build();
    }

    @Override
    public LoadGenerator generator() {
        return generator(known(), busyWait);
    }

    static LoadGenerator generator(Schedule schedule, boolean busyWait) {
        return new ScheduledLoad(schedule, busyWait ? Pacer.busy() : Pacer.sleeping());
    }

    @Override
    public Optional<String> notice() {
        return Optional.of("Load: " + description() + ". This is not MLPerf LoadGen.");
    }

    private Schedule known() {
        return Objects.requireNonNull(schedule, "prepare was not called");
    }
}
