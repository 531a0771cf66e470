// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.Reason;
import io.loadharness.Verdict;
import io.loadharness.benchmark.RunResult;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** A line with the codes of the reasons of runs, and the page that explains them. */
final class Remedies {

    private static final String PAGE = "docs/guides/my-run-is-invalid.md";

    private Remedies() {}

    /** Prints the line for runs that are invalid or failed. Prints nothing if there are none; the reason of an abort needs no remedy. */
    static void print(PrintWriter out, List<RunResult> runs) {
        String codes = runs.stream()
                .filter(run -> run.verdict() == Verdict.INVALID || run.verdict() == Verdict.FAILED)
                .flatMap(run -> run.reasons().stream())
                .map(Reason::code)
                .distinct()
                .map(Reason.Code::name)
                .collect(Collectors.joining(", "));
        if (!codes.isEmpty()) {
            out.println("Causes and remedies of " + codes + ": " + PAGE);
            out.flush();
        }
    }
}
