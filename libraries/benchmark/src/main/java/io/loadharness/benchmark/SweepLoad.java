// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.schedule.Sweep;
import java.time.Duration;
import java.util.Optional;

/** The load of a sweep. The probe run finds the saturation rate, which determines the rates of the stages. */
final class SweepLoad implements Load {

    private final Sweep sweep;
    private final long seed;
    private final boolean busyWait;

    SweepLoad(Sweep sweep, long seed, boolean busyWait) {
        this.sweep = sweep;
        this.seed = seed;
        this.busyWait = busyWait;
    }

    Sweep sweep() {
        return sweep;
    }

    boolean busyWait() {
        return busyWait;
    }

    @Override
    public String name() {
        return "sweep";
    }

    @Override
    public Scenario scenario() {
        return sweep.probe().scenario();
    }

    @Override
    public TestSettings settings(int run, boolean tokens, Duration longestRequest) {
        return Load.ofSchedule(scenario(), seed + run, tokens, longestRequest).build();
    }

    @Override
    public LoadGenerator generator() {
        return SingleSchedule.generator(sweep.probe(), busyWait);
    }

    @Override
    public Optional<String> notice() {
        return Optional.of("Load: sweep. This is not MLPerf LoadGen.");
    }
}
