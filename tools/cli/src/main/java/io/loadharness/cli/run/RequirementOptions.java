// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.metrics.Requirement;
import io.loadharness.report.RequirementSet;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say what the figures of a run have to be. */
final class RequirementOptions {

    @Option(
            names = "--require",
            paramLabel = "FIGURE<LIMIT",
            description = "What a figure has to be, as in ttft.p99<2s, failure_rate<=1%% or requests_per_second>=20;"
                    + " else the run is not valid. Any number of times.")
    private List<String> own = new ArrayList<>();

    @Option(
            names = "--rules",
            paramLabel = "NAME",
            description =
                    "mlperf: LoadGen's own rules. datacenter: also those of the datacenter benchmark, with its result"
                            + " files; a --require of the same figure replaces one of them. Default: mlperf")
    private RequirementSet rules = RequirementSet.MLPERF;

    /**
     * Looks whether they can be understood.
     *
     * @throws IllegalArgumentException if one cannot
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

    /** Gives the options to a benchmark. */
    void applyTo(Benchmark.Builder benchmark) {
        benchmark.rules(rules).require(own.toArray(String[]::new));
    }
}
