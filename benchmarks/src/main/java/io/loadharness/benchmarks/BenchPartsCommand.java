// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code harness bench parts}. */
@Command(
        name = "parts",
        description = {
            "Compares the CPU time of hand-written parts of LoadHarness with the CPU time of the libraries that could"
                    + " replace them. The libraries are FastCSV for CSV, Jackson for JSON events, and Netty's decoder for"
                    + " HTTP/1.1 responses.",
            "LoadHarness and the library process the same bytes in the same JVM and must find the same content."
        })
final class BenchPartsCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Override
    public Integer call() throws IOException {
        try (BenchFolder benchFolder = new BenchFolder()) {
            options.print(new PartsBench(benchFolder, options.pairs(), options.quick(), options.progress()).measure());
        }
        return 0;
    }
}
