// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that all benchmarks have. */
final class BenchOptions {

    private static final int PAIRS = 5;
    private static final int QUICK_PAIRS = 2;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description =
                    "Number of measurements of each value. A comparison measures each compared program or variant this"
                            + " many times. Default: 5, or 2 with --quick")
    private @Nullable Integer pairs;

    @Option(
            names = "--quick",
            description = "Use short runs to check that the benchmark works. The values are not accurate.")
    private boolean quick;

    @Option(names = "--json", description = "Print one line of JSON for each value instead of a table.")
    private boolean json;

    boolean quick() {
        return quick;
    }

    int pairs() {
        if (pairs == null) {
            return quick ? QUICK_PAIRS : PAIRS;
        }
        if (pairs < 1) {
            throw new ParameterException(spec.commandLine(), "--pairs must be at least 1: got " + pairs);
        }
        return pairs;
    }

    Progress progress() {
        return new Progress(spec.commandLine().getErr());
    }

    void print(List<FigureSpread> spreads) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            FigureReport.printJson(out, spreads);
        } else {
            FigureReport.printTable(out, spreads);
        }
    }
}
