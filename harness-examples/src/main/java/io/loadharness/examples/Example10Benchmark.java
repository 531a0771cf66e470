// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkResult;
import java.nio.file.Path;
import java.time.Duration;

/** Example 10: a benchmark of a server with LoadGen, a requirement and a result folder. Arguments: the URL and the result folder. */
public final class Example10Benchmark {

    private Example10Benchmark() {}

    public static void main(String[] args) throws Exception {
        BenchmarkResult result = Benchmark.builder()
                .endpoint(args.length > 0 ? args[0] : "http://localhost:8000")
                .scenario(Scenario.SERVER)
                .mode(TestMode.PERFORMANCE_ONLY)
                .targetQps(50)
                .minDuration(Duration.ofSeconds(Integer.getInteger("seconds", 12)))
                .require("ttft.p99<2s")
                .outputFolder(Path.of(args.length > 1 ? args[1] : "results"))
                .build()
                .run();
        System.out.println(result.verdict() + " " + result.metric("ttft.p99") + " " + result.folder());
        result.reasons().forEach(reason -> System.out.println(reason.code() + ": " + reason.text()));
    }
}
