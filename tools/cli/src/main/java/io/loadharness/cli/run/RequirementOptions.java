// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.metrics.Requirement;
import io.loadharness.report.RuleSet;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options for the requirements on the metrics of a run. */
final class RequirementOptions {

    @Option(
            names = "--require",
            paramLabel = "METRIC<LIMIT",
            description = "A requirement on a metric, for example ttft.p99<2s, failure_rate<=1%% or"
                    + " requests_per_second>=20. A run that misses the requirement is INVALID. If missed"
                    + " requirements are the only reason, the exit code is 4. May be repeated.")
    private List<String> own = new ArrayList<>();

    @Option(
            names = "--rules",
            paramLabel = "NAME",
            description = "The rules that decide whether a run is valid: 'mlperf' or 'datacenter'. 'mlperf' applies"
                    + " LoadGen's own rules. 'datacenter' applies the rules of MLPerf's datacenter benchmark"
                    + " (mlperf_datacenter_benchmark.py) instead. 'datacenter' also sets defaults for scenarios,"
                    + " rates and tokens, and writes the result files of that benchmark. A --require replaces the"
                    + " rule for the same metric, see docs/guides/datacenter.md. Default: mlperf")
    private RuleSet rules = RuleSet.MLPERF;

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

    /** Returns the rules. */
    RuleSet rules() {
        return rules;
    }

    /** Passes the options to a benchmark. */
    void applyTo(Benchmark.Builder benchmark) {
        benchmark.rules(rules).require(own.toArray(String[]::new));
    }
}
