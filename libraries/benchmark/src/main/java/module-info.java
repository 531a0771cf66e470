// SPDX-License-Identifier: Apache-2.0
/** The Java API for complete benchmarks, from the servers to the reports. */
module io.loadharness.benchmark {
    requires com.fasterxml.jackson.core;
    requires transitive io.loadharness.accuracy;
    requires transitive io.loadharness.cluster;
    requires transitive io.loadharness.core;
    requires transitive io.loadharness.data;
    requires transitive io.loadharness.http;
    requires io.loadharness.loadgen;
    requires transitive io.loadharness.records;
    requires transitive io.loadharness.report;
    requires transitive io.loadharness.schedule;
    requires transitive io.loadharness.servers;
    requires io.loadharness.startup;
    requires java.management;
    requires jdk.management;
    requires static org.jspecify;

    exports io.loadharness.benchmark;
    exports io.loadharness.benchmark.endpoint;

    uses io.loadharness.benchmark.BenchmarkClient;
    uses io.loadharness.benchmark.GeneratorProvider;
}
