// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.benchmark.BenchmarkListener;
import io.loadharness.client.ClientLimits;
import java.io.PrintWriter;
import java.util.OptionalDouble;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for the display of progress during a run. */
public final class DisplayOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--quiet", description = "Do not show progress during a run.")
    private boolean quiet;

    @Option(
            names = "--json",
            description =
                    "Print the progress on standard output, as one JSON object per second. Messages are printed on"
                            + " standard error.")
    private boolean json;

    /** Checks that the options do not contradict each other. */
    public void check() {
        if (quiet && json) {
            throw new ParameterException(
                    spec.commandLine(), "--quiet and --json contradict each other: give only one of them");
        }
    }

    /** Returns the writer for messages: standard error with {@code --json}, otherwise standard output. */
    public PrintWriter messageOutput() {
        return json ? spec.commandLine().getErr() : spec.commandLine().getOut();
    }

    /**
     * Returns the display of progress.
     *
     * @param name the name of the load; empty for the name of the scenario
     * @param target the planned samples per second
     * @param limits the limits above which the run is client-limited
     */
    public BenchmarkListener display(String name, OptionalDouble target, ClientLimits limits) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            return Displays.json(out, target);
        }
        return quiet ? Displays.none() : Displays.on(out, name, target, limits);
    }
}
