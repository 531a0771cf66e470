// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import io.loadharness.Verdict;
import io.loadharness.benchmark.BenchmarkResult;
import io.loadharness.benchmark.RunResult;
import io.loadharness.report.RunReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Exit codes of the process, part of the contract with scripts. {@code ErrorMessages} chooses the code of an error. {@code --help} lists them too. */
public final class ExitCode {

    /** All went well, and every run is valid. */
    public static final int OK = 0;
    /** Something broke: a run, a file, the program itself. */
    public static final int FAILED = 1;
    /** The command line or a setting is wrong; nothing was run. */
    public static final int USAGE = 2;
    /** A run went to its end and is not valid. */
    public static final int INVALID = 3;
    /** A run is valid but for a requirement of the user. */
    public static final int UNMET = 4;
    /** A comparison found a regression. */
    public static final int REGRESSION = 5;
    /** A run was stopped. A shell sees 143 instead if it was stopped by SIGTERM. */
    public static final int ABORTED = 130;

    private static final List<Integer> GRAVEST_FIRST = List.of(ABORTED, FAILED, INVALID, UNMET);

    private ExitCode() {}

    /** The code for runs that belong together and had these: the gravest. */
    public static int gravest(Collection<Integer> codes) {
        return GRAVEST_FIRST.stream().filter(codes::contains).findFirst().orElse(OK);
    }

    /** The code for runs that belong together and ended so: that of the gravest. */
    public static int of(Collection<Verdict> verdicts) {
        return gravest(verdicts.stream().map(ExitCode::of).toList());
    }

    /** The code for all runs of a benchmark. */
    public static int of(BenchmarkResult result) {
        List<Integer> codes = new ArrayList<>();
        result.runs().forEach(run -> codes.add(of(run)));
        result.notRun().forEach(each -> codes.add(of(each.verdict())));
        if (!result.serversStopped()) {
            codes.add(FAILED);
        }
        return gravest(codes);
    }

    /** The code for one run. */
    public static int of(RunResult run) {
        return run.isUnmet() ? UNMET : of(run.verdict());
    }

    /** The code for one run whose report was made again. */
    public static int of(RunReport report) {
        return report.isValidButForRequirements() ? UNMET : of(report.verdict());
    }

    private static int of(Verdict verdict) {
        return switch (verdict) {
            case VALID -> OK;
            case INVALID -> INVALID;
            case ABORTED -> ABORTED;
            case FAILED -> FAILED;
        };
    }
}
