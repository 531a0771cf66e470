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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness nop}. */
@Command(
        name = "nop",
        description = {
            "Analyzes the startup of a server from its log. Shows the startup phases, and the time that belongs to no"
                    + " phase. Also shows sizes and durations that the server logged, for example for the model weights,"
                    + " torch.compile and the CUDA graphs.",
            "Reads logs of vLLM, with or without the line prefixes of Docker and Kubernetes."
        },
        exitCodeList = {
            "0:the server became ready",
            "1:the server was not ready at the end of the log, the log is not recognized, or a file cannot be read or written",
            "2:the command line is wrong"
        })
public final class NopCommand implements Callable<Integer> {

    private static final String STANDARD_INPUT = "-";
    private static final String VARIABLES = "LLMDBENCH_VLLM_STANDALONE_";
    private static final String LOAD_FORMAT = VARIABLES + "VLLM_LOAD_FORMAT";
    private static final String LOG_LEVEL = VARIABLES + "VLLM_LOGGING_LEVEL";
    private static final String PREPROCESS = VARIABLES + "PREPROCESS";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "LOG", description = "The log file, or - for standard input.")
    private String log;

    @Option(
            names = "--start",
            paramLabel = "N",
            description =
                    "The number of the server start to analyze, if the log contains several starts. The first start is"
                            + " 1. Default: the last start")
    private Optional<Integer> number = Optional.empty();

    @Option(names = "--json", description = "Print JSON instead of tables.")
    private boolean json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description =
                    "Write an HTML page with a timeline to this file. The page works without a network connection.")
    private Optional<Path> html = Optional.empty();

    @Option(
            names = "--llm-d",
            paramLabel = "FILE",
            description =
                    "Write the result to this file, in the format of the file result.yaml of llm-d's nop harness.")
    private Optional<Path> llmd = Optional.empty();

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            converter = ZoneText.class,
            description = "The time zone of the log, for example UTC or Europe/Zurich. Default: the time zone of this"
                    + " machine")
    private ZoneId zone = ZoneId.systemDefault();

    @Option(
            names = "--year",
            paramLabel = "YEAR",
            description = "The year of the last line of the log, for example 2026. vLLM does not log the year. Default:"
                    + " the latest year in which the last line is not later than the modification time of the file")
    private Optional<Integer> year = Optional.empty();

    @Option(
            names = "--patterns",
            paramLabel = "FILE",
            description = "A file with patterns for the logs of servers other than vLLM. May be repeated.")
    private List<Path> patterns = List.of();

    @Option(
            names = "--load-format",
            paramLabel = "NAME",
            description = "The load format of the model weights, for example tensorizer. Used only if the log does not"
                    + " contain the load format. The environment variable "
                    + LOAD_FORMAT + " has the same effect.")
    private @Nullable String loadFormat;

    @Option(
            names = "--log-level",
            paramLabel = "NAME",
            description =
                    "The log level of the server, for example INFO. vLLM logs some phases only with DEBUG. With another"
                            + " level, the command prints a message about missing phases. The environment variable "
                            + LOG_LEVEL + " has the same effect.")
    private @Nullable String logLevel;

    @Override
    public Integer call() throws IOException {
        List<PatternPack> packs = new ArrayList<>(PatternPack.builtIn());
        for (Path file : patterns) {
            packs.add(PatternPack.read(file));
        }
        List<Startup> starts = read(packs);
        int chosen = number.orElse(starts.size());
        if (chosen < 1 || chosen > starts.size()) {
            throw new IllegalArgumentException("--start must be from 1 to " + starts.size()
                    + ", the number of server starts in " + log + ": got " + chosen);
        }
        Startup startup = withLoadFormat(starts.get(chosen - 1));
        PrintWriter out = spec.commandLine().getOut();
        reportVariables();
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

    /** Adds the load format of the option or the variable if the log does not contain it. Reports the source that was used. */
    private Startup withLoadFormat(Startup startup) {
        String given = loadFormat == null ? variable(LOAD_FORMAT) : loadFormat;
        String source = loadFormat == null ? LOAD_FORMAT : "--load-format";
        if (given.isEmpty()) {
            return startup;
        }
        Optional<String> logged = startup.server().loadFormat();
        if (logged.isPresent()) {
            if (!logged.get().equals(given)) {
                note("The load format " + logged.get() + " comes from the log; " + source + " is " + given
                        + " and is not used");
            }
            return startup;
        }
        note("The load format " + given + " comes from " + source + ", because the log does not contain it");
        return startup.withLoadFormat(given);
    }

    private void reportVariables() {
        String level = logLevel == null ? variable(LOG_LEVEL) : logLevel;
        if (!level.isEmpty() && !level.equalsIgnoreCase("DEBUG")) {
            note((logLevel == null ? LOG_LEVEL : "--log-level") + " is " + level
                    + ": vLLM logs some phases only with DEBUG");
        }
        if (!variable(PREPROCESS).isEmpty()) {
            note(PREPROCESS + " has no effect on a log: write its commands as before_start in a server file");
        }
    }

    private static String variable(String name) {
        return System.getenv().getOrDefault(name, "").strip();
    }

    /** Prints a sentence on standard error, because standard output may be JSON. */
    private void note(String sentence) {
        spec.commandLine().getErr().println(sentence + ".");
    }

    private List<Startup> read(List<PatternPack> packs) throws IOException {
        return log.equals(STANDARD_INPUT)
                ? StartupLog.read("standard input", System.in, new LogTime(zone, year, Instant.now()), packs)
                : StartupLog.read(Path.of(log), zone, year, packs);
    }
}
