// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import io.loadharness.Scenario;
import io.loadharness.cli.aggregate.AggregateCommand;
import io.loadharness.cli.calibrate.CalibrateCommand;
import io.loadharness.cli.compare.CompareCommand;
import io.loadharness.cli.completion.CompletionCommand;
import io.loadharness.cli.completion.CompletionCommand.Shell;
import io.loadharness.cli.config.ConfiguredArguments;
import io.loadharness.cli.config.GroupedHelp;
import io.loadharness.cli.config.HelpText;
import io.loadharness.cli.config.MlperfProfile;
import io.loadharness.cli.dataset.DatasetCommand;
import io.loadharness.cli.demo.DemoCommand;
import io.loadharness.cli.doctor.DoctorCommand;
import io.loadharness.cli.image.ImageCommand;
import io.loadharness.cli.init.InitCommand;
import io.loadharness.cli.init.RunFileTemplate;
import io.loadharness.cli.llmd.LlmdCommand;
import io.loadharness.cli.options.DurationText;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.cli.options.HostAndPort;
import io.loadharness.cli.options.LengthText;
import io.loadharness.cli.options.OptionSources;
import io.loadharness.cli.output.StandardStreams;
import io.loadharness.cli.plugins.PluginFolder;
import io.loadharness.cli.plugins.PluginsCommand;
import io.loadharness.cli.probe.ProbeCommand;
import io.loadharness.cli.profiles.ProfilesCommand;
import io.loadharness.cli.report.AccuracyCommand;
import io.loadharness.cli.report.ExportCommand;
import io.loadharness.cli.report.ReportCommand;
import io.loadharness.cli.run.CollectCommand;
import io.loadharness.cli.run.FindPeakCommand;
import io.loadharness.cli.run.LoadKind;
import io.loadharness.cli.run.LoadOptions;
import io.loadharness.cli.run.RunCommand;
import io.loadharness.cli.run.ValidateCommand;
import io.loadharness.cli.run.WorkerCommand;
import io.loadharness.cli.servers.ServerCommand;
import io.loadharness.cli.signal.ExitSignals;
import io.loadharness.cli.simulate.SimulateCommand;
import io.loadharness.cli.startup.NopCommand;
import io.loadharness.dataset.PromptForm;
import io.loadharness.dataset.StandardColumn;
import io.loadharness.http.Dialect;
import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
import io.loadharness.inference.Tensor;
import io.loadharness.internal.JvmShutdown;
import io.loadharness.internal.ProgramName;
import io.loadharness.report.RuleSet;
import io.loadharness.schedule.Sweep;
import io.loadharness.servers.profiler.ProfilerKind;
import io.loadharness.workload.LengthDistribution;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.Security;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.InitializationException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line of LoadHarness. */
@Command(
        name = "harness",
        description = "MLPerf LoadGen for the JVM, and a benchmark harness for LLM inference servers.",
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every run is valid",
            "1:a run, a file or the program itself failed",
            "2:the command line or a setting is wrong, and nothing was run",
            "3:a run is not valid",
            "4:a run is not valid, and the only reason is a missed requirement (--require, --rules or the accuracy)",
            "5:a comparison found a regression",
            "130:stopped by Ctrl-C or --max-time",
            "143:stopped by SIGTERM"
        })
public final class Harness implements Runnable {

    /** The commands of this module by name, in the order of the help. */
    private static final Map<String, Class<?>> COMMANDS = Stream.of(
                    RunCommand.class,
                    FindPeakCommand.class,
                    WorkerCommand.class,
                    CollectCommand.class,
                    ImageCommand.class,
                    ValidateCommand.class,
                    ProbeCommand.class,
                    DemoCommand.class,
                    SimulateCommand.class,
                    ServerCommand.class,
                    DatasetCommand.class,
                    ReportCommand.class,
                    AccuracyCommand.class,
                    ExportCommand.class,
                    CompareCommand.class,
                    AggregateCommand.class,
                    NopCommand.class,
                    CalibrateCommand.class,
                    InitCommand.class,
                    ProfilesCommand.class,
                    LlmdCommand.class,
                    DoctorCommand.class,
                    PluginsCommand.class,
                    CompletionCommand.class)
            .collect(Collectors.toMap(
                    each -> each.getAnnotation(Command.class).name(),
                    each -> (Class<?>) each,
                    (first, second) -> first,
                    LinkedHashMap::new));

    /** The names of the commands that look at the options of other commands. */
    private static final Set<String> WITH_ALL_COMMANDS = Set.of("completion", "llm-d");

    /** The names of the commands that never use plug-ins. */
    private static final Set<String> WITHOUT_PLUGINS = Set.of(
            "aggregate", "compare", "completion", "doctor", "image", "init", "nop", "profiles", "report", "simulate");

    private static final String GUIDE = """
            LoadHarness measures inference servers with MLPerf LoadGen, or with its own load schedules.

              harness demo                        measure a simulated server, as an example
              harness simulate                    start a simulated server for experiments
              harness probe --url URL             show what your server supports
              harness init server                 write a commented run file; harness init lists all templates
              harness validate server.yaml        check a run file, and show the planned load and its duration
              harness run server.yaml             run the measurement
              harness run --url URL --scenario server --target-qps 10
                                                   measure without a run file
              harness find-peak server.yaml       find the highest rate within the limits
              harness doctor                      check this machine

            All commands: harness --help. Options of a command: harness run --help.""";

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description =
                    "Print the stack trace of an error. The environment variable HARNESS_DEBUG has the same effect."
                            + " With 'run --on=kubernetes', start a sleeping pod for debugging instead of a run.")
    private boolean debug = System.getenv("HARNESS_DEBUG") != null;

    @Option(
            names = PluginFolder.OPTION,
            scope = ScopeType.INHERIT,
            paramLabel = "FOLDER",
            description =
                    "Also use the plug-ins in the JAR files of this folder, for example ./plugins. The environment"
                            + " variable "
                            + PluginFolder.VARIABLE + " has the same effect.")
    @SuppressWarnings("unused") // PluginFolder reads it before all other options
    private @Nullable Path plugins;

    @Spec
    private CommandSpec spec;

    /** Runs a command and ends the JVM with an {@link ExitCode}. */
    public static void main(String[] arguments) {
        StandardStreams.install();
        ExitSignals.listen();
        // by default, the JVM caches a failed lookup for 10 s; a server whose name appears would stay unknown in this
        // time
        Security.setProperty("networkaddress.cache.negative.ttl", "1");
        int code = execute(System.getenv(), Harness::commandLine, arguments);
        StandardStreams.await();
        if (!JvmShutdown.isInProgress()) { // after a signal, the exit code is that of the signal
            System.exit(code);
        }
    }

    /**
     * Runs a command and returns its {@link ExitCode}.
     *
     * @param environment the environment variables that may set options
     */
    public static int execute(Map<String, String> environment, PrintWriter out, PrintWriter err, String... arguments) {
        return execute(environment, all -> commandLine(all).setOut(out).setErr(err), arguments);
    }

    /**
     * Makes the plug-ins visible to {@link ServiceLoader} on this thread and its child threads, and runs the command. If a plug-in cannot
     * be loaded, a command that uses plug-ins fails, and any other command runs without plug-ins.
     */
    private static int execute(
            Map<String, String> environment, Function<List<String>, CommandLine> commandLine, String... arguments) {
        Thread thread = Thread.currentThread();
        ClassLoader previous = thread.getContextClassLoader();
        List<String> all;
        try {
            all = expanded(arguments);
        } catch (InitializationException e) {
            return ErrorMessages.onError(
                    new IllegalArgumentException(e.getMessage(), e),
                    commandLine.apply(List.of(arguments)),
                    List.of(arguments).contains("--debug"));
        }
        try {
            PluginFolder.of(all, environment).ifPresent(each -> thread.setContextClassLoader(each.loader(previous)));
        } catch (RuntimeException e) {
            if (usesPlugins(commandLine.apply(all), all)) {
                return ErrorMessages.onError(e, commandLine.apply(all), all.contains("--debug"));
            }
        }
        try {
            return execute(
                    commandLine.apply(all),
                    environment,
                    PluginFolder.joined(all).toArray(String[]::new));
        } finally {
            thread.setContextClassLoader(previous);
        }
    }

    /**
     * Returns the arguments, with each {@code @FILE} replaced by the arguments in the file. {@code help COMMAND} becomes {@code COMMAND
     * --help}.
     *
     * @throws InitializationException if a file cannot be read; the message names the file
     */
    private static List<String> expanded(String... arguments) {
        if (arguments.length > 0 && arguments[0].equals("help")) {
            return Stream.concat(Stream.of(arguments).skip(1), Stream.of("--help"))
                    .toList();
        }
        if (Stream.of(arguments).noneMatch(each -> each.startsWith("@"))) {
            return List.of(arguments);
        }
        return new CommandLine(CommandSpec.create())
                .setUnmatchedArgumentsAllowed(true)
                .parseArgs(arguments)
                .expandedArgs();
    }

    /** Returns false if the arguments request help, the version, or a command that never uses plug-ins. */
    private static boolean usesPlugins(CommandLine commandLine, List<String> arguments) {
        try {
            List<CommandLine> commands =
                    commandLine.parseArgs(arguments.toArray(String[]::new)).asCommandLineList();
            return commands.size() > 1
                    && !WITHOUT_PLUGINS.contains(commands.get(1).getCommandName())
                    && commands.stream()
                            .noneMatch(each -> each.isUsageHelpRequested() || each.isVersionHelpRequested());
        } catch (ParameterException e) { // a plug-in may provide the unknown command or value
            return !WITHOUT_PLUGINS.contains(e.getCommandLine().getCommandName());
        }
    }

    static int execute(CommandLine commandLine, String... arguments) {
        return execute(commandLine, System.getenv(), arguments);
    }

    static int execute(CommandLine commandLine, Map<String, String> environment, String... arguments) {
        OptionSources sources = OptionSources.of(commandLine.getCommandSpec());
        try {
            int exitCode = commandLine.execute(ConfiguredArguments.of(
                    () -> commandLine(List.of(arguments)), List.of(arguments), environment, sources));
            boolean lost = commandLine.getOut().checkError() || System.out.checkError();
            return lost ? ErrorMessages.onLostOutput(exitCode, commandLine) : exitCode;
        } catch (Throwable e) { // picocli handles only exceptions, not errors
            Harness harness = commandLine.getCommand();
            return ErrorMessages.onError(e, commandLine, harness.debug);
        }
    }

    /** Returns all commands, including those of other modules, with their options and converters. */
    public static CommandLine commandLine() {
        return commandLine(List.of());
    }

    /**
     * Returns the commands for some arguments, with their options and converters. If the first argument is the name of a command, it is the
     * only one, because creating all commands takes longer than many a command.
     */
    static CommandLine commandLine(List<String> arguments) {
        Harness harness = new Harness();
        CommandLine commandLine = new CommandLine(harness).setCommandName(ProgramName.NAME);
        Class<?> only = arguments.isEmpty() || WITH_ALL_COMMANDS.contains(arguments.get(0))
                ? null
                : COMMANDS.get(arguments.get(0));
        if (only != null) {
            commandLine.addSubcommand(only);
        } else {
            COMMANDS.values().forEach(commandLine::addSubcommand);
            ServiceLoader.load(ExtraCommand.class).forEach(commandLine::addSubcommand);
        }
        commandLine.getCommandSpec().mixinStandardHelpOptions(true); // the last options of each command
        setVersionProvider(commandLine);
        new OptionSources().addTo(commandLine);
        commandLine.getSubcommands().values().stream()
                .filter(each -> ConfiguredArguments.COMMANDS.contains(each.getCommandName()))
                .forEach(GroupedHelp::install);
        return commandLine
                .registerConverter(Duration.class, new DurationText())
                .registerConverter(InetSocketAddress.class, new HostAndPort())
                .registerConverter(Scenario.class, EnumNames.reader(Scenario.class, "scenario"))
                .registerConverter(LoadOptions.Mode.class, EnumNames.reader(LoadOptions.Mode.class, "mode"))
                .registerConverter(MlperfProfile.class, MlperfProfile.reader())
                .registerConverter(RunFileTemplate.class, EnumNames.reader(RunFileTemplate.class, "template"))
                .registerConverter(Shell.class, EnumNames.reader(Shell.class, "shell"))
                .registerConverter(ProfilerKind.class, EnumNames.reader(ProfilerKind.class, "profiler"))
                .registerConverter(LoadKind.class, EnumNames.reader(LoadKind.class, "load"))
                .registerConverter(Sweep.Ladder.class, EnumNames.reader(Sweep.Ladder.class, "ladder"))
                .registerConverter(Dialect.class, EnumNames.reader(Dialect.class, "dialect"))
                .registerConverter(Tensor.Type.class, EnumNames.reader(Tensor.Type.class, "type"))
                .registerConverter(RuleSet.class, EnumNames.reader(RuleSet.class, "rule set"))
                .registerConverter(Routing.class, EnumNames.reader(Routing.class, "routing"))
                .registerConverter(SampleOrder.class, EnumNames.reader(SampleOrder.class, "sample order"))
                .registerConverter(LengthDistribution.class, new LengthText())
                .registerConverter(StandardColumn.class, EnumNames.reader(StandardColumn.class, "column role"))
                .registerConverter(PromptForm.class, EnumNames.reader(PromptForm.class, "prompt form"))
                .setExpandAtFiles(false) // already done by expanded(), because a file may contain --plugins
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setHelpFactory(HelpText::new)
                .setParameterExceptionHandler(ErrorMessages::onUsage)
                .setExecutionExceptionHandler(
                        (error, command, parsed) -> ErrorMessages.onError(error, command, harness.debug));
    }

    /** Sets the version provider in code, because an annotation would create the provider, and load LoadGen, for every command. */
    private static void setVersionProvider(CommandLine commandLine) {
        commandLine.getCommandSpec().versionProvider(new Versions());
        commandLine.getSubcommands().values().forEach(Harness::setVersionProvider);
    }

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        out.println(GUIDE.replace("harness ", ProgramName.NAME + " "));
        out.flush();
    }
}
