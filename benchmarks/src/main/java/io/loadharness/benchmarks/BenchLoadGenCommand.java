// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code harness bench loadgen}. */
@Command(
        name = "loadgen",
        description =
                "Compares a null system under test in Java with a null system under test in C++. Both systems use the"
                        + " same LoadGen.")
final class BenchLoadGenCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--python",
            description =
                    "Also compare with LoadGen's Python binding. pip installs the binding into a temporary folder.")
    private boolean python;

    @Override
    public Integer call() throws IOException {
        int pairs = options.pairs();
        try (BenchFolder benchFolder = new BenchFolder()) {
            LoadGenBench bench = new LoadGenBench(benchFolder, pairs, options.quick(), options.progress());
            options.print(bench.measure(python));
        }
        return 0;
    }
}
