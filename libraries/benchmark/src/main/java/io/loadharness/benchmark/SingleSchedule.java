// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.LoadPlan;
import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.dataset.Dataset;
import io.loadharness.report.RunSlice;
import io.loadharness.schedule.Pacer;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.ScheduledLoad;
import io.loadharness.schedule.Slice;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
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
    private final Timing timing;
    private @Nullable Schedule schedule;
    private Optional<StartSignal.Start> common = Optional.empty();

    /**
     * Settings of a builder for the times at which a schedule issues samples.
     *
     * @param slice the slice of the schedule that this process issues; empty for the whole schedule
     * @param startAt the common start of several processes; empty to start immediately
     * @param signal the signal that gives the common start; empty if there is none
     */
    record Timing(
            long seed,
            boolean busyWait,
            Optional<Slice> slice,
            Optional<Instant> startAt,
            Optional<StartSignal> signal) {}

    SingleSchedule(String name, Scenario scenario, Source source, OptionalDouble plannedRate, Timing timing) {
        this.name = name;
        this.scenario = scenario;
        this.source = source;
        this.plannedRate = plannedRate;
        this.timing = timing;
    }

    /** Returns the load of a schedule that does not depend on the data. */
    static SingleSchedule of(String name, Schedule schedule, long seed) {
        Timing timing = new Timing(seed, false, Optional.empty(), Optional.empty(), Optional.empty());
        SingleSchedule load =
                new SingleSchedule(name, schedule.scenario(), data -> schedule, OptionalDouble.empty(), timing);
        load.schedule = schedule;
        return load;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return (schedule == null ? name() : schedule.toString())
                + timing.slice().map(slice -> ", slice " + slice).orElse("");
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
        return plannedRate.isEmpty() || timing.slice().isEmpty()
                ? plannedRate
                : OptionalDouble.of(
                        plannedRate.getAsDouble() / timing.slice().get().count());
    }

    @Override
    public Optional<Instant> startAt() {
        return timing.startAt();
    }

    @Override
    public boolean awaitSignal() throws InterruptedException {
        if (timing.signal().isPresent()) {
            common = Optional.of(timing.signal().get().await());
        }
        return common.isPresent();
    }

    @Override
    public Optional<RunSlice> slice(String node) {
        return timing.slice()
                .map(each -> new RunSlice(
                        each.rank(),
                        each.count(),
                        node,
                        common.map(StartSignal.Start::time).or(timing::startAt),
                        known().numbersAllSamples(),
                        common.map(StartSignal.Start::clock)));
    }

    @Override
    public LoadPlan wholePlan(LoadPlan own) {
        return new LoadPlan(known().expectedSamples(), own.duration(), own.isExpectation());
    }

    @Override
    public TestSettings settings(int run, boolean tokens, Duration longestRequest) {
        return Load.ofSchedule(scenario, timing.seed() + run, tokens, longestRequest)
                .build();
    }

    @Override
    public LoadGenerator generator() {
        ScheduledLoad load = generator(known(), timing.busyWait());
        ScheduledLoad sliced = timing.slice().map(load::slice).orElse(load);
        return common.map(StartSignal.Start::local)
                .or(timing::startAt)
                .map(time ->
                        sliced.startAt(time, reason -> timing.signal().ifPresent(each -> each.startedLate(reason))))
                .orElse(sliced);
    }

    static ScheduledLoad generator(Schedule schedule, boolean busyWait) {
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
