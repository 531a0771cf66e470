// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code harness bench loadgen}. */
@Command(
        name = "loadgen",
        description =
                "Compares a system under test that does nothing, in Java, with the same in C++ on the same LoadGen.")
final class BenchLoadGenCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--python",
            description = "Compare with LoadGen's Python binding too, installed by pip into a folder that is removed.")
    private boolean python;

    @Override
    public Integer call() throws IOException {
        int pairs = options.pairs();
        try (Workplace workplace = new Workplace()) {
            LoadGenBench bench = new LoadGenBench(workplace, pairs, options.quick(), options.progress());
            options.print(bench.measure(python));
        }
        return 0;
    }
}
