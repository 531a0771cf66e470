// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cli.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code harness find-peak}. */
@Command(
        name = "find-peak",
        customSynopsis = {
            "${ROOT-COMMAND-NAME} find-peak [FILE] --url=URL --scenario=server [OPTION]...",
            "${ROOT-COMMAND-NAME} find-peak [FILE] --url=URL --load=concurrent --require=METRIC<LIMIT [OPTION]..."
        },
        description = {
            "Searches for the highest rate of the server scenario that meets all latency bounds and requirements. With"
                    + " --load=concurrent, the command searches for the highest number of requests in flight that meets"
                    + " all requirements. Short runs narrow the interval that contains the peak. A full-length run"
                    + " confirms the result.",
            "Accepts the options of `run`. After each run, the command writes two files in the folder of --output-dir:"
                    + " the state of the search (peak.json) and an HTML page (peak.html). --max-time limits the time of"
                    + " the search. See docs/guides/find-peak.md."
        })
public final class FindPeakCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private RunCommand run;

    @Mixin
    private PeakOptions searching;

    @Override
    public Integer call() throws Exception {
        return ExitCode.of(run.findPeak(spec, searching, run.messageOutput()));
    }
}
