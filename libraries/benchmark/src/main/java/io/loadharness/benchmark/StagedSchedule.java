// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.ScheduledLoad;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** The load of an inference-perf profile: stages or a sweep. Each stage is a separate run. */
final class StagedSchedule implements Load {

    private final StagedLoad load;

    StagedSchedule(StagedLoad load) {
        this.load = load;
    }

    StagedLoad load() {
        return load;
    }

    @Override
    public String name() {
        return load.type();
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
    public OptionalDouble plannedRate() {
        return load.type().equals(StagedLoad.CONCURRENT)
                ? OptionalDouble.empty()
                : load.stages().stream()
                        .mapToDouble(StagePlan::load)
                        .filter(rate -> rate > 0)
                        .max();
    }

    @Override
    public TestSettings settings(int run, boolean tokens, Duration longestRequest) {
        return settings(scenario(), run, tokens, longestRequest);
    }

    /** Returns the settings of a stage. Each stage uses a different seed for prompts and times. */
    TestSettings settings(Scenario scenario, int stage, boolean tokens, Duration longestRequest) {
        return Load.ofSchedule(scenario, load.seed() + stage, tokens, longestRequest)
                .sampleConcatenatePermutation(true)
                .build();
    }

    @Override
    public LoadGenerator generator() {
        return new ScheduledLoad(first());
    }

    @Override
    public Optional<String> notice() {
        return Optional.of("Load: " + load.type() + (load.sweep().isPresent() ? ", sweep" : "")
                + ", from a profile. This is not MLPerf LoadGen.");
    }
}
