// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code harness bench cluster}. */
@Command(
        name = "cluster",
        description = {
            "Measures the cost of a worker (run --on) between the load generator and the server, with one worker on"
                    + " this machine.",
            "The coordinator, the worker and the server are separate JVMs. The command compares the round-trip time of"
                    + " a message to a worker with the round-trip time over a plain socket. The socket transfers the same"
                    + " bytes in the same run. With few CPUs, the three JVMs compete for the CPUs, and the throughput is"
                    + " lower."
        })
final class BenchClusterCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Override
    public Integer call() throws IOException, InterruptedException {
        int runs = options.pairs();
        try (BenchFolder benchFolder = new BenchFolder()) {
            options.print(new ClusterBench(benchFolder, runs, options.quick(), options.progress()).measure());
        }
        return 0;
    }
}
