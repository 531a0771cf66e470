// SPDX-License-Identifier: Apache-2.0
package com.example.plugin;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.benchmark.GeneratorProvider;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.ScheduledLoad;
import java.util.Map;

/** A load generator plug-in that issues all samples together, in the Offline scenario. Select it with {@code --generator burst}. */
public final class BurstProvider implements GeneratorProvider {

    @Override
    public String name() {
        return "burst";
    }

    @Override
    public LoadGenerator create(Map<String, String> options) {
        String samples = options.getOrDefault("samples", "100");
        if (!samples.matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException("--generator-option samples must be a positive number: got " + samples);
        }
        return new Burst(Long.parseLong(samples));
    }

    private static final class Burst implements LoadGenerator {

        private final ScheduledLoad load;

        Burst(long samples) {
            load = new ScheduledLoad(Schedule.burst(samples));
        }

        /**
         * Starts a run. Uses only the scenario and the stall limit of the settings. Settings for LoadGen, such as its rate, have no effect.
         */
        @Override
        public TestRun start(
                SystemUnderTest sut, QuerySampleLibrary library, TestSettings settings, LogSettings logs) {
            TestSettings supported = TestSettings.builder(settings.scenario())
                    .stallLimit(settings.stallLimit())
                    .build();
            return load.start(sut, library, supported, logs);
        }

        @Override
        public void close() {
            load.close();
        }
    }
}
