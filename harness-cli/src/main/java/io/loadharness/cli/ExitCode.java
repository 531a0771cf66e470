package io.loadharness.cli;

import io.loadharness.Verdict;
import java.util.Collection;

/** How the process ends. Part of the contract with scripts; the text of {@code --help} repeats it. */
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

    private ExitCode() {}

    /** The code for runs that belong together: that of the gravest. */
    public static int of(Collection<Verdict> verdicts) {
        if (verdicts.contains(Verdict.ABORTED)) {
            return ABORTED;
        }
        if (verdicts.contains(Verdict.FAILED)) {
            return FAILED;
        }
        return verdicts.contains(Verdict.INVALID) ? INVALID : OK;
    }
}
