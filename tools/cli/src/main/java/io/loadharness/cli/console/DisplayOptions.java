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

/** The options that say how a run is shown while it goes on. */
public final class DisplayOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--quiet", description = "Show nothing while a run goes on.")
    private boolean quiet;

    @Option(
            names = "--json",
            description = "While a run goes on, print a JSON object a second and nothing else on the standard output;"
                    + " what is for people goes to standard error.")
    private boolean json;

    /** Looks whether they contradict each other. */
    public void check() {
        if (quiet && json) {
            throw new ParameterException(spec.commandLine(), "--quiet and --json say the opposite: give one of them");
        }
    }

    /** Where what is for people goes. */
    public PrintWriter words() {
        return json ? spec.commandLine().getErr() : spec.commandLine().getOut();
    }

    /**
     * What shows runs.
     *
     * @param target the samples per second that are planned
     * @param limits beyond what the client is too slow
     */
    public BenchmarkListener display(OptionalDouble target, ClientLimits limits) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            return Displays.json(out, target);
        }
        return quiet ? Displays.none() : Displays.on(out, target, limits);
    }
}
