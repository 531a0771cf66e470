// SPDX-License-Identifier: Apache-2.0
// JBang reads these lines. Maven and Gradle ignore them.
//JAVA 17+
//DEPS io.loadharness:harness-bom:0.1.0-SNAPSHOT@pom
//DEPS io.loadharness:harness-benchmark
//DEPS io.loadharness:harness-simulator
//DEPS io.loadharness:loadgen-jni-platform

import io.loadharness.Scenario;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkResult;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;

/** Measures a simulated inference server in this process. The argument is the folder of the results. */
public final class SimulatedBenchmark {

    private SimulatedBenchmark() {}

    public static void main(String[] args) throws Exception {
        Pace pace = new Pace(Duration.ofMillis(10), Duration.ofNanos(250_000));
        try (SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder().pace(pace).build())) {
            BenchmarkResult result = Benchmark.builder()
                    .endpoint(server.uri().toString())
                    .scenario(Scenario.SINGLE_STREAM)
                    .minQueries(100)
                    .minDuration(Duration.ofSeconds(4))
                    .require("failure_rate<=0%")
                    .outputFolder(Path.of(args.length > 0 ? args[0] : "results"))
                    .build()
                    .run();
            System.out.println(result.verdict() + " " + result.metric("ttft.p99") + " " + result.folder());
            result.reasons().forEach(reason -> System.out.println(reason.code() + ": " + reason.text()));
        }
    }
}
