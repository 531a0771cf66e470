// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.cli.options.EnumNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code harness bench rivals}. */
@Command(
        name = "rivals",
        description = {
            "Compares the CPU time of LoadHarness with the CPU time of guidellm, aiperf and inference-perf for the"
                    + " same streamed chat completions. pip installs each program into its own virtual environment in a"
                    + " temporary folder.",
            "All programs use the same simulated server, one after the other. Each program runs with two numbers of"
                    + " requests. The difference in CPU time is divided by the difference in requests. The values"
                    + " therefore exclude the startup. Requires Linux."
        })
final class BenchRivalsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--rival",
            paramLabel = "NAME",
            converter = Rivals.class,
            description = "Compare only with this program: guidellm, aiperf or inference-perf. May be repeated.")
    private List<Rival> rivals = new ArrayList<>();

    @Option(
            names = "--python",
            paramLabel = "PROGRAM",
            description =
                    "The Python program that creates the virtual environments, for example python3.12. inference-perf"
                            + " requires Python 3.12 or newer. Default: python3")
    private String python = "python3";

    @Option(
            names = "--requests",
            paramLabel = "N",
            description =
                    "Number of requests of the small runs. The large runs have four times as many requests. Default:"
                            + " 1000, or 125 with --quick")
    private @Nullable Integer requests;

    @Override
    public Integer call() throws IOException {
        Set<Rival> selected = rivals.isEmpty() ? EnumSet.allOf(Rival.class) : EnumSet.copyOf(rivals);
        int few = requests == null ? HttpWorkload.CHAT.requests(HttpSide.NETTY, options.quick()) : requests;
        if (few < 1) {
            throw new ParameterException(spec.commandLine(), "--requests must be at least 1: got " + few);
        }
        requirePython();
        try (BenchFolder benchFolder = new BenchFolder()) {
            options.print(
                    new RivalsBench(benchFolder, selected, python, few, options.pairs(), options.progress()).measure());
        }
        return 0;
    }

    /** Checks that the Python starts. A version manager can have a program with its name that only prints a message. */
    private void requirePython() {
        try {
            Program.run(List.of(python, "--version"));
        } catch (IOException e) {
            throw new ParameterException(
                    spec.commandLine(), "--python: " + python + " cannot be run: give the path of a Python program", e);
        }
    }

    private static final class Rivals implements ITypeConverter<Rival> {
        @Override
        public Rival convert(String name) throws Exception {
            return EnumNames.reader(Rival.class, "rival").convert(name);
        }
    }
}
