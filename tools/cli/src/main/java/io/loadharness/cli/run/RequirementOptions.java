// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.metrics.Requirement;
import io.loadharness.report.RequirementSet;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options for the requirements on the metrics of a run. */
final class RequirementOptions {

    @Option(
            names = "--require",
            paramLabel = "METRIC<LIMIT",
            description = "A requirement on a metric, for example ttft.p99<2s, failure_rate<=1%% or"
                    + " requests_per_second>=20. If a valid run does not meet the requirement, the exit code"
                    + " is 4. May be repeated.")
    private List<String> own = new ArrayList<>();

    @Option(
            names = "--rules",
            paramLabel = "NAME",
            description = "The rules that decide whether a run is valid: mlperf or datacenter. The rules mlperf are"
                    + " LoadGen's own rules. The rules datacenter add the rules of MLPerf's datacenter benchmark"
                    + " and write its result files. A --require replaces the rule for the same metric. Default:"
                    + " mlperf")
    private RequirementSet rules = RequirementSet.MLPERF;

    /**
     * Checks the syntax of the requirements.
     *
     * @throws IllegalArgumentException if a requirement cannot be parsed
     */
    void check() {
        for (String each : own) {
            try {
                Requirement.parse(each);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--require: " + e.getMessage(), e);
            }
        }
    }

    /** Passes the options to a benchmark. */
    void applyTo(Benchmark.Builder benchmark) {
        benchmark.rules(rules).require(own.toArray(String[]::new));
    }
}
