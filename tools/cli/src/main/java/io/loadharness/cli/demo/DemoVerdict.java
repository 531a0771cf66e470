// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import io.loadharness.Reason;
import io.loadharness.Reason.Code;
import io.loadharness.Verdict;
import io.loadharness.benchmark.RunResult;
import io.loadharness.cli.ExitCode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The verdict on a whole demo. A busy machine makes runs invalid, but it is not a failure of the demo. */
final class DemoVerdict {

    /** The sentence that explains client-limited runs. */
    static final String TOO_BUSY =
            "The machine was too busy to judge the server, because the client exceeded its limits: repeat the demo when"
                    + " the machine is idle.";

    /** Reasons that a client without enough CPU time can cause, in addition to those of the client itself. */
    private static final Set<Code> CAUSED_BY_CLIENT = EnumSet.of(
            Code.LATENCY_BOUND, Code.MIN_DURATION, Code.MIN_QUERY_COUNT, Code.EARLY_STOPPING, Code.LOADGEN_ADVICE);

    private DemoVerdict() {}

    /** Returns true if a run is invalid only because the client was too slow. */
    static boolean isTooBusy(RunResult run) {
        List<Code> codes = run.reasons().stream().map(Reason::code).toList();
        return run.verdict() == Verdict.INVALID
                && codes.stream().anyMatch(Code::isClientLimited)
                && codes.stream().allMatch(code -> code.isClientLimited() || CAUSED_BY_CLIENT.contains(code));
    }

    /** Returns the exit code of the runs. A run on a machine that was too busy counts as a success. */
    static int exitCode(List<RunResult> runs) {
        return ExitCode.of(runs.stream()
                .filter(run -> !isTooBusy(run))
                .map(RunResult::verdict)
                .toList());
    }
}
