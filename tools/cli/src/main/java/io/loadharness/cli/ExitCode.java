// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import io.loadharness.Verdict;
import io.loadharness.benchmark.BenchmarkResult;
import io.loadharness.benchmark.PeakResult;
import io.loadharness.benchmark.RunResult;
import io.loadharness.report.RunReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Exit codes of the process, on which scripts may rely. {@code --help} lists them too. */
public final class ExitCode {

    /** No error, and every run is valid. */
    public static final int OK = 0;
    /** A run, a file or the program itself failed. */
    public static final int FAILED = 1;
    /** The command line or a setting is wrong; nothing was run. */
    public static final int USAGE = 2;
    /** A run is complete but not valid. */
    public static final int INVALID = 3;
    /** A run is not valid, and the only reason is a missed requirement of {@code --require} or {@code --rules}, or the accuracy. */
    public static final int UNMET = 4;
    /** A comparison found a regression. */
    public static final int REGRESSION = 5;
    /** A run was aborted. If SIGTERM stopped it, the shell sees 143 instead. */
    public static final int ABORTED = 130;

    private static final List<Integer> WORST_FIRST = List.of(ABORTED, FAILED, INVALID, UNMET);

    private ExitCode() {}

    /** Returns the worst of several codes. */
    public static int worst(Collection<Integer> codes) {
        return WORST_FIRST.stream().filter(codes::contains).findFirst().orElse(OK);
    }

    /** Returns the code of the worst verdict of several runs. */
    public static int of(Collection<Verdict> verdicts) {
        return worst(verdicts.stream().map(ExitCode::of).toList());
    }

    /** Returns the code for all runs of a benchmark. */
    public static int of(BenchmarkResult result) {
        List<Integer> codes = new ArrayList<>();
        result.runs().forEach(run -> codes.add(of(run)));
        result.skippedRuns().forEach(each -> codes.add(of(each.verdict())));
        if (!result.isClosed()) {
            codes.add(FAILED);
        }
        return worst(codes);
    }

    /** Returns the code for one run. */
    public static int of(RunResult run) {
        return run.isUnmet() ? UNMET : of(run.verdict());
    }

    /** Returns the code for one run from its report. */
    public static int of(RunReport report) {
        return report.isValidButForRequirements() ? UNMET : of(report.verdict());
    }

    /** Returns the code for a search: {@link #OK} only if a full-length run confirmed the peak. */
    public static int of(PeakResult result) {
        return of(result.verdict());
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
