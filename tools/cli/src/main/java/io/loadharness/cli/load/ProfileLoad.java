package io.loadharness.cli.load;

import io.loadharness.LoadGenerator;
import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.cli.profile.LoadPart;
import io.loadharness.cli.profile.StagePlan;
import io.loadharness.dataset.Dataset;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.ScheduledLoad;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** The load of a profile: its stages or its sweep, each a run of its own. */
final class ProfileLoad implements Load {

    private final LoadPart load;

    ProfileLoad(LoadPart load) {
        this.load = load;
    }

    @Override
    public String name() {
        return load.type();
    }

    @Override
    public String generatorName() {
        return SCHEDULE;
    }

    @Override
    public String description() {
        return name();
    }

    @Override
    public Scenario scenario() {
        return first().scenario();
    }

    private Schedule first() {
        return load.sweep().isPresent()
                ? load.sweep().get().probe()
                : load.stages().get(0).schedule();
    }

    @Override
    public boolean hasLargeQueries() {
        return false;
    }

    @Override
    public void check() {
        // was checked when the profile was read
    }

    @Override
    public void see(Optional<Dataset> data) {
        // the profile says itself what is asked
    }

    @Override
    public OptionalDouble plannedRate() {
        return load.type().equals(LoadPart.CONCURRENT)
                ? OptionalDouble.empty()
                : load.stages().stream()
                        .mapToDouble(StagePlan::load)
                        .filter(rate -> rate > 0)
                        .max();
    }

    @Override
    public boolean timesTokens(boolean streamed) {
        return streamed;
    }

    @Override
    public TestSettings settings(int run, boolean tokens, Duration longestRequest) {
        return settings(scenario(), run, tokens, longestRequest);
    }

    /** The settings of a stage: prompts in turns, in another order and at other moments than those of other stages. */
    TestSettings settings(Scenario scenario, int stage, boolean tokens, Duration longestRequest) {
        return TestSettings.builder(scenario)
                .stallLimit(Load.stallLimit(longestRequest))
                .useTokenLatencies(tokens)
                .scheduleRngSeed(load.seed() + stage)
                .sampleIndexRngSeed(load.seed() + stage)
                .sampleConcatenatePermutation(true)
                .build();
    }

    @Override
    public void tryOut(TestSettings settings) {
        // nothing is derived from them
    }

    @Override
    public LoadGenerator generator() {
        return new ScheduledLoad(first());
    }

    @Override
    public Optional<String> notice() {
        return Optional.of("Load: " + load.type() + (load.sweep().isPresent() ? ", sweep" : "")
                + ", of a profile. This is not MLPerf LoadGen.");
    }
}
