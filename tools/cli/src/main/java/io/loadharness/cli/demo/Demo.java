// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.benchmark.Benchmark;
import java.util.List;

/** A demonstration that measures one or more scenarios. The caller closes it. */
interface Demo extends AutoCloseable {

    /** Returns the scenarios in the order in which they run. */
    List<Scenario> scenarios();

    /** Returns the benchmark of a scenario. */
    Benchmark.Builder benchmark(Scenario scenario);

    /** Returns true if the summary of each run is printed. */
    boolean isSummarized();

    @Override
    void close();
}
