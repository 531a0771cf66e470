package io.loadharness.cli.load;

import io.loadharness.LoadGenerator;
import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.dataset.Dataset;
import io.loadharness.schedule.Schedule;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** A run that a schedule loads. */
final class Scheduled implements Load {

    private final ScheduleOptions options;
    private final String name;
    private final Scenario scenario;
    private final DataSchedule source;
    private Schedule schedule;

    /**
     * Knows its schedule when it has seen the data.
     *
     * @param scenario that the schedule will have
     */
    Scheduled(ScheduleOptions options, String name, Scenario scenario, DataSchedule source) {
        this.options = options;
        this.name = name;
        this.scenario = scenario;
        this.source = source;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String generatorName() {
        return SCHEDULE;
    }

    @Override
    public String description() {
        return options.said(known());
    }

    @Override
    public Scenario scenario() {
        return scenario;
    }

    @Override
    public boolean hasLargeQueries() {
        return false;
    }

    @Override
    public void check() {
        // was checked when it was made
    }

    @Override
    public void see(Optional<Dataset> data) throws IOException {
        schedule = source.of(data);
    }

    @Override
    public OptionalDouble plannedRate() {
        return options.plannedRate();
    }

    @Override
    public boolean timesTokens(boolean streamed) {
        return streamed;
    }

    @Override
    public TestSettings settings(int run, boolean tokens, Duration longestRequest) {
        return TestSettings.builder(scenario())
                .stallLimit(Load.stallLimit(longestRequest))
                .useTokenLatencies(tokens)
                .scheduleRngSeed(options.seed() + run)
                .sampleIndexRngSeed(options.seed() + run)
                .build();
    }

    @Override
    public void tryOut(TestSettings settings) {
        // nothing is derived from them
    }

    @Override
    public LoadGenerator generator() {
        return options.generator(known());
    }

    @Override
    public Optional<String> notice() {
        return Optional.of("Load: " + description() + ". This is not MLPerf LoadGen.");
    }

    private Schedule known() {
        return Objects.requireNonNull(schedule, "the data was not seen yet");
    }
}
