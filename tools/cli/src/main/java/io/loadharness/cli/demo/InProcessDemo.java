// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestSettings;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.options.EnumNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A demo that runs each scenario once, with a simulated device in this process. */
final class InProcessDemo implements Demo {

    private static final double SERVER_QPS = 1000;
    private static final Duration SERVER_BOUND = Duration.ofSeconds(5);
    /** Enough queries for LoadGen's early stopping at the 99th percentile, even if a few queries are late. */
    private static final long MIN_QUERIES = 1000;

    private final Duration length;
    private final Path outputDir;
    private final List<DemoDevice> devices = new ArrayList<>();

    InProcessDemo(Duration length, Path outputDir) {
        this.length = length;
        this.outputDir = outputDir;
    }

    @Override
    public List<Scenario> scenarios() {
        return List.of(Scenario.values());
    }

    @Override
    public Benchmark.Builder benchmark(Scenario scenario) {
        devices.add(new DemoDevice());
        return Benchmark.builder()
                .systemUnderTest(devices.get(devices.size() - 1))
                .library(QuerySampleLibrary.ofSize("integers", 1024))
                .testSettings(settings(scenario))
                .outputFolder(outputDir.resolve(EnumNames.of(scenario)));
    }

    @Override
    public boolean isSummarized() {
        return false;
    }

    @Override
    public void close() {
        devices.forEach(DemoDevice::close);
    }

    private TestSettings settings(Scenario scenario) {
        TestSettings.Builder settings =
                TestSettings.builder(scenario).mode(TestMode.PERFORMANCE_ONLY).minDuration(length);
        switch (scenario) {
            case SINGLE_STREAM -> settings.singleStreamExpectedLatency(DemoDevice.BATCH_TIME);
            case MULTI_STREAM ->
                settings.multiStreamExpectedLatency(DemoDevice.BATCH_TIME).minQueryCount(MIN_QUERIES);
            case SERVER ->
                settings.serverTargetQps(SERVER_QPS)
                        .serverTargetLatency(SERVER_BOUND)
                        .minQueryCount(MIN_QUERIES);
            case OFFLINE -> settings.offlineExpectedQps(DemoDevice.PEAK_PER_SECOND);
        }
        return settings.build();
    }
}
