// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.client.ClientLimits;
import java.time.Duration;
import java.util.List;

/** A demonstration that measures one or more scenarios. The caller closes it. */
interface Demo extends AutoCloseable {

    /** A generous bound for the server scenario, because a busy machine may be far slower than expected. */
    Duration FIRST_TOKEN_BOUND = Duration.ofSeconds(10);

    /** A generous bound for the server scenario, like {@link #FIRST_TOKEN_BOUND}. */
    Duration PER_TOKEN_BOUND = Duration.ofSeconds(1);

    /** Enough queries for LoadGen's early stopping at the 99th percentile, even if a query is late. */
    long QUERIES_FOR_P99 = 600;

    /** Adds a rate and the bounds of the server scenario. */
    static Benchmark.Builder asServer(Benchmark.Builder benchmark, double targetQps) {
        return benchmark
                .targetQps(targetQps)
                .minQueries(QUERIES_FOR_P99)
                .ttftBound(FIRST_TOKEN_BOUND)
                .tpotBound(PER_TOKEN_BOUND);
    }

    /** Returns the scenarios in the order in which they run. */
    List<Scenario> scenarios();

    /** Returns the benchmark of a scenario. */
    Benchmark.Builder benchmark(Scenario scenario);

    /** Returns the limits above which a run is client-limited; {@link ClientLimits#NONE} if the client is not checked. */
    default ClientLimits clientLimits() {
        return ClientLimits.NONE;
    }

    /** Returns true if the summary of each run is printed. */
    boolean isSummarized();

    @Override
    void close();
}
