// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.startup;

import io.loadharness.cli.ExitCode;
import io.loadharness.startup.LlmdStartup;
import io.loadharness.startup.LogTime;
import io.loadharness.startup.PatternPack;
import io.loadharness.startup.Startup;
import io.loadharness.startup.StartupJson;
import io.loadharness.startup.StartupLog;
import io.loadharness.startup.StartupPage;
import io.loadharness.startup.StartupText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness nop}. */
@Command(
        name = "nop",
        description = {
            "Tells how a server started, from its log: its phases, what it loaded, compiled and captured, and what nobody"
                    + " explains.",
            "Reads logs of vLLM, also as Docker and Kubernetes give them."
        },
        exitCodeList = {
            "0:the server was ready",
            "1:it was not by the end of the log, or nothing in the log is understood, or a file cannot be read or written",
            "2:the command line is wrong"
        })
public final class NopCommand implements Callable<Integer> {

    private static final String STANDARD_INPUT = "-";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "LOG", description = "A file, or - for standard input.")
    private String log;

    @Option(
            names = "--start",
            paramLabel = "N",
            description = "Which start to tell of, from 1, if the log is of several. Default: the last")
    private Optional<Integer> number = Optional.empty();

    @Option(names = "--json", description = "Print JSON instead of tables.")
    private boolean json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with a timeline, which needs no network.")
    private Optional<Path> html = Optional.empty();

    @Option(names = "--llm-d", paramLabel = "FILE", description = "Write the result.yaml of llm-d's harness nop.")
    private Optional<Path> llmd = Optional.empty();

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            converter = ZoneText.class,
            description = "The time zone of the server, as UTC or Europe/Zurich. Default: that of this machine")
    private ZoneId zone = ZoneId.systemDefault();

    @Option(
            names = "--year",
            paramLabel = "YEAR",
            description = "The year in which the log ends, as vLLM writes none. Default: the last before the file was"
                    + " written to")
    private Optional<Integer> year = Optional.empty();

    @Option(
            names = "--patterns",
            paramLabel = "FILE",
            description = "Patterns for a server whose log looks otherwise. May be given several times.")
    private List<Path> patterns = List.of();

    @Override
    public Integer call() throws IOException {
        List<PatternPack> packs = new ArrayList<>(PatternPack.builtIn());
        for (Path file : patterns) {
            packs.add(PatternPack.read(file));
        }
        List<Startup> starts = read(packs);
        int chosen = number.orElse(starts.size());
        if (chosen < 1 || chosen > starts.size()) {
            throw new IllegalArgumentException("--start is " + chosen + ", but " + log + " tells of "
                    + (starts.size() == 1 ? "one start" : starts.size() + " starts"));
        }
        Startup startup = starts.get(chosen - 1);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            StartupJson.write(startup, out);
            out.println();
        } else {
            if (starts.size() > 1) {
                out.println("Start " + chosen + " of " + starts.size() + ".");
            }
            StartupText.print(startup, zone, out);
        }
        if (html.isPresent()) {
            StartupPage.write(startup, html.get());
        }
        if (llmd.isPresent()) {
            LlmdStartup.write(startup, startup.server().service().orElse(log), llmd.get());
        }
        return startup.ready().isPresent() ? ExitCode.OK : ExitCode.FAILED;
    }

    private List<Startup> read(List<PatternPack> packs) throws IOException {
        return log.equals(STANDARD_INPUT)
                ? StartupLog.read("standard input", System.in, new LogTime(zone, year, Instant.now()), packs)
                : StartupLog.read(Path.of(log), zone, year, packs);
    }
}
