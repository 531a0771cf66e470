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
            "Compares the CPU time of hand-written parts with the libraries that could replace them: CSV with FastCSV,"
                    + " JSON events with Jackson, HTTP/1.1 responses with Netty's decoder.",
            "Both sides process the same bytes in the same JVM and must find the same content."
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
