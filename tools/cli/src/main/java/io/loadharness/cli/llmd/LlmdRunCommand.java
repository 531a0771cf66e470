// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.llmd;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Harness;
import io.loadharness.cli.console.ShellText;
import io.loadharness.cli.profiles.ProfileCatalog;
import io.loadharness.cli.profiles.ProfileReader;
import io.loadharness.cli.profiles.ProfileTool;
import io.loadharness.cli.yaml.Yaml;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.internal.PlainText;
import io.loadharness.internal.SecretText;
import io.loadharness.internal.Suggestions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness llm-d run}. Translates the options and variables of run.sh to command lines of {@code harness run}. */
@Command(
        name = "run",
        description = {
            "Runs a profile against servers, with the options and the environment variables of run.sh of"
                    + " llm-d-benchmark.",
            "Prints the command line of `${ROOT-COMMAND-NAME} run` for each model, and runs it. With a variable or an option of"
                    + " the pod of llm-d-benchmark, such as LLMDBENCH_HARNESS_NAMESPACE or --pvc, the run is on"
                    + " Kubernetes. Options and variables without an effect cause a message."
        })
public final class LlmdRunCommand implements Callable<Integer> {

    private static final String EXECUTABLE = "llm-d-benchmark.sh";
    private static final String AUTOMATIC = "auto";
    private static final Set<String> NO_SCENARIO = Set.of("none", "none.sh");

    /** The variables of a vLLM server that `harness nop` reads, and the options that have the same effect. */
    private static final Map<String, String> OPTIONS_OF_NOP = Map.of(
            "LLMDBENCH_VLLM_STANDALONE_VLLM_LOAD_FORMAT", "--load-format",
            "LLMDBENCH_VLLM_STANDALONE_VLLM_LOGGING_LEVEL", "--log-level");

    private static final String PREPROCESS = "LLMDBENCH_VLLM_STANDALONE_PREPROCESS";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private static final Set<String> OVERRIDE = Set.of("-o", "--override", "--override=");
    private static final Set<String> MAY_BE_SECRET = Set.of("-o", "--override", "--profile-env", "--header");
    private static final Pattern JOINED = Pattern.compile("(?s)(-o|--override=|--profile-env=|--header=)(.+)");
    private static final Pattern CREDENTIALS_WITHOUT_SCHEME = Pattern.compile("^[^/@\\s]*:[^/@\\s]*@");

    private static final Pattern SECRET_OPTION =
            Pattern.compile("--?[^=]*(key|token|secret|password)[^=]*", Pattern.CASE_INSENSITIVE);

    /** The start of the variables that describe the current model. */
    private static final String CURRENT = "LLMDBENCH_DEPLOY_CURRENT_";

    /** The name of a variable whose value may be secret. */
    private static final Pattern SECRET_VARIABLE = Pattern.compile(
            ".*(key|token(?!s$|iz|s_)|secret|pass|pwd|phrase|credential|auth|header|cookie|bearer|private|jwt|signature"
                    + "|(?<![a-z])(pat|sas)(?![a-z])).*",
            Pattern.CASE_INSENSITIVE);

    private static final List<String> RUN_COMMANDS = List.of("run", "validate", "nop", "report");

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-c", "--scenario"},
            paramLabel = "FILE",
            description = "A shell script that sets variables, such as export LLMDBENCH_HARNESS_NAME=guidellm. The"
                    + " command reads the script, but does not execute it.")
    private @Nullable String scenario;

    @Option(
            names = {"-m", "--models"},
            paramLabel = "NAME,...",
            description =
                    "The models to measure, one after the other. 'auto' is the model that the server lists, if the"
                            + " server lists only one model. Default: meta-llama/Llama-3.2-1B-Instruct")
    private @Nullable String models;

    @Option(
            names = {"-l", "--harness"},
            paramLabel = "NAME",
            description =
                    "The tool whose profile is run: inference-perf, guidellm, vllm-benchmark, fmperf or nop. Default:"
                            + " the tool of the profile file in -w, or inference-perf if -w is not a file")
    private @Nullable String harness;

    @Option(
            names = {"-w", "--workload"},
            paramLabel = "NAME",
            description =
                    "The profile: a path, or a name that `${ROOT-COMMAND-NAME} profiles` lists. Default: sanity_random.yaml")
    private @Nullable String workload;

    @Option(
            names = {"-o", "--overrides"},
            paramLabel = "KEY=VALUE,...",
            description = "Values that replace values of the profile, for example min=20,total_count=200.")
    private @Nullable String overrides;

    @Option(
            names = {"-s", "--wait"},
            paramLabel = "SECONDS",
            description = "Maximum time of the run of one model, in seconds. 0 means no limit. Default: 3600")
    private @Nullable String wait;

    @Option(
            names = {"-z", "--skip"},
            description = "Do not run the profile. Write the reports of existing results again. On Kubernetes, copy"
                    + " the results from the claim.")
    private boolean skip;

    @Option(
            names = "-d",
            description =
                    "Print the commands, and do not run them. --debug has the same effect, and also prints the stack"
                            + " trace of an error. On Kubernetes, -d starts a pod that sleeps, as in llm-d-benchmark.")
    private boolean printOnly;

    @Option(
            names = {"-n", "--dry-run"},
            description = "Check the profile and show the planned load, without a run.")
    private boolean dryRun;

    @Option(names = "--url", paramLabel = "URL", description = "The URL of the servers, for example http://host:8000.")
    private @Nullable String url;

    @Option(
            names = "--profiles-dir",
            paramLabel = "DIR",
            description = "A folder with more profiles. The file of a profile is DIR/HARNESS/NAME.yaml.in or"
                    + " DIR/HARNESS/NAME.yaml, where HARNESS is the tool, for example DIR/guidellm/chat.yaml.in.")
    private @Nullable String profilesDir;

    @Option(
            names = "--work-dir",
            paramLabel = "DIR",
            description = "The folder in which the command creates the folder results/HARNESS_ID_MODEL. Default:"
                    + " loadharness-logs/llm-d")
    private @Nullable String workDir;

    @Option(
            names = "--experiment-id",
            paramLabel = "ID",
            description =
                    "The part ID of the folder name results/HARNESS_ID_MODEL, for example trial-1. Default: the start"
                            + " time")
    private @Nullable String experimentId;

    @Option(
            names = "--server-log",
            paramLabel = "FILE",
            description = "The log of the server to analyze with --harness=nop.")
    private @Nullable Path serverLog;

    @Option(
            names = {"-v", "--verbose"},
            description = "No effect: the commands are always printed.")
    @SuppressWarnings("unused") // only its presence matters
    private boolean verbose;

    @Option(
            names = {"-p", "--namespace"},
            paramLabel = "NAME",
            description =
                    "The namespace of the pods. With a comma, the part after the comma. The run is on Kubernetes.")
    private @Nullable String namespace;

    @Option(
            names = {"-t", "--methods"},
            paramLabel = "NAME",
            description = "Accepted without an effect, so that a command line of run.sh works.")
    @SuppressWarnings("unused") // only its presence matters
    private @Nullable String methods;

    @Option(
            names = {"-k", "--pvc"},
            paramLabel = "NAME",
            description = "The claim for the results. The run is on Kubernetes.")
    private @Nullable String pvc;

    @Option(
            names = {"-e", "--experiments"},
            paramLabel = "FILE",
            description = "Accepted without an effect, so that a command line of run.sh works.")
    @SuppressWarnings("unused") // only its presence matters
    private @Nullable String experiments;

    @Option(
            names = {"-j", "--parallelism"},
            paramLabel = "N",
            description = "Accepted without an effect, so that a command line of run.sh works.")
    @SuppressWarnings("unused") // only its presence matters
    private @Nullable String parallelism;

    @Option(
            names = {"-x", "--dataset"},
            paramLabel = "URL",
            description = "Accepted without an effect, so that a command line of run.sh works.")
    @SuppressWarnings("unused") // only its presence matters
    private @Nullable String dataset;

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN_OPTION",
            description =
                    "More options of `${ROOT-COMMAND-NAME} run`, after the argument --, for example: -- --warm-up 0")
    private List<String> further = new ArrayList<>();

    /** The overrides, with the texts that are shown instead. */
    private final Map<String, String> maskedOverrides = new HashMap<>();

    /** The variables of the environment and of the scenario. */
    private final Map<String, String> variables = new LinkedHashMap<>();

    private boolean isOnKubernetes;

    /** The names of the variables that only the scenario sets. */
    private final Set<String> fromScenario = new HashSet<>();

    @Override
    public Integer call() throws IOException {
        PrintWriter output = spec.commandLine().getOut();
        PrintWriter out = PodOptions.isGiven(further, "--print")
                ? new PrintWriter(new CommentWriter(output)) // the output may be the input of kubectl or of a shell
                : output;
        readVariables(System.getenv(), out);
        ProfileTool tool = tool(out);
        isOnKubernetes = isOnKubernetes(tool);
        reportUnused(tool, out);
        Map<Path, List<String>> commands = commands(tool, out);
        boolean runsNothing =
                isPrintOnly() || (tool == ProfileTool.NOP && isOn(LauncherVariable.CONTROL_DRY_RUN, dryRun));
        if (!runsNothing) {
            prepare(commands.keySet(), tool);
            int checked = check(commands.values(), out);
            if (checked != ExitCode.OK) {
                return checked;
            }
        }
        List<Integer> codes = new ArrayList<>();
        for (List<String> command : commands.values()) {
            out.println((runsNothing ? "Not run: " : "Runs: ") + shown(command));
            if (runsNothing) {
                continue;
            }
            out.flush();
            int code = Harness.execute(
                    System.getenv(), output, spec.commandLine().getErr(), command.toArray(String[]::new));
            if (code == ExitCode.ABORTED || (code == ExitCode.USAGE && codes.isEmpty())) {
                return code;
            }
            codes.add(code == ExitCode.USAGE ? ExitCode.FAILED : code); // USAGE means that nothing ran
        }
        return ExitCode.worst(codes);
    }

    /**
     * Checks the settings and the servers of all models before the first one is measured. A single model is checked by its run, and a run
     * on Kubernetes by its pods, because this machine may not reach the servers. Returns the exit code of the first check that fails.
     */
    private int check(Collection<List<String>> commands, PrintWriter out) {
        if (commands.size() == 1 || isOnKubernetes) {
            return ExitCode.OK;
        }
        for (List<String> command : commands) {
            if (command.get(0).equals("run")) {
                List<String> check = new ArrayList<>(command);
                check.set(0, "validate");
                check.add("--check-models");
                int code = Harness.execute(
                        System.getenv(),
                        new PrintWriter(Writer.nullWriter()),
                        spec.commandLine().getErr(),
                        check.toArray(String[]::new));
                if (code != ExitCode.OK) {
                    out.println("No model was measured, because this check failed: " + shown(check));
                    return code;
                }
            }
        }
        return ExitCode.OK;
    }

    /** Returns the harness that is given by name. If no name is given, returns the harness of the profile. */
    private ProfileTool tool(PrintWriter out) throws IOException {
        String name = value(LauncherVariable.HARNESS_NAME, harness, "");
        Optional<ProfileTool> named = name.isEmpty()
                ? Optional.empty()
                : Optional.of(ProfileTool.named(nameOf(LauncherVariable.HARNESS_NAME, harness), name));
        Path file = Path.of(value(LauncherVariable.HARNESS_EXPERIMENT_PROFILE, workload, ""));
        Optional<ProfileTool> ofProfile = Files.isRegularFile(file) ? ProfileReader.toolOf(file) : Optional.empty();
        if (named.isPresent() && ofProfile.isPresent() && !named.equals(ofProfile)) {
            out.println(nameOf(LauncherVariable.HARNESS_NAME, harness) + " is " + name + ", but " + file
                    + " is a profile of " + ofProfile.get().id() + ": the results have the name "
                    + named.get().id());
        }
        return named.or(() -> ofProfile).orElse(ProfileTool.INFERENCE_PERF);
    }

    private void readVariables(Map<String, String> environment, PrintWriter out) throws IOException {
        variables.clear();
        fromScenario.clear();
        String file =
                scenario == null ? environment.getOrDefault(LauncherVariable.DEPLOY_SCENARIO.variable(), "") : scenario;
        Path path = scenarioFile(file);
        if (!file.isBlank() && !(NO_SCENARIO.contains(file) && !Files.exists(path))) {
            ScenarioFile read = ScenarioFile.read(path, environment, LlmdRunCommand::hasEffect);
            read.messages().forEach(out::println);
            variables.putAll(read.values());
            fromScenario.addAll(read.values().keySet());
            fromScenario.removeAll(environment.keySet());
        }
        environment.forEach((name, value) -> {
            if (name.startsWith(LauncherVariable.PREFIX)) {
                variables.put(name, value);
            }
        });
    }

    private static boolean hasEffect(String variable) {
        return OPTIONS_OF_NOP.containsKey(variable)
                || LauncherVariable.of(variable)
                        .filter(LauncherVariable::hasEffect)
                        .isPresent();
    }

    /**
     * Returns the path of a scenario. If no file has this path, adds the extension .sh, and then also searches the folder
     * {@code scenarios}.
     */
    private static Path scenarioFile(String name) {
        String script = name.endsWith(".sh") ? name : name + ".sh";
        return Stream.of(Path.of(name), Path.of(script), Path.of("scenarios", script))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElse(Path.of(name));
    }

    /** Prints a message for each variable and option that has no effect. */
    private void reportUnused(ProfileTool tool, PrintWriter out) {
        List<String> onlyForProfiles = new ArrayList<>();
        variables.forEach((name, value) -> {
            Optional<LauncherVariable> variable = LauncherVariable.of(name);
            boolean isExecutable =
                    variable.filter(LauncherVariable.HARNESS_EXECUTABLE::equals).isPresent();
            if (value.isBlank() || (isExecutable && value.equals(EXECUTABLE))) {
                return;
            }
            if (variable.isPresent()) {
                variable.flatMap(this::reasonOfNoEffect).ifPresent(each -> out.println(name + each));
            } else if (tool == ProfileTool.NOP && (OPTIONS_OF_NOP.containsKey(name) || name.equals(PREPROCESS))) {
                reportForNop(name, out);
            } else {
                Stream.of(LauncherVariable.values())
                        .map(LauncherVariable::variable)
                        .filter(known -> Suggestions.differByTypo(name, known))
                        .findFirst()
                        .ifPresent(known -> out.println("Unknown variable " + name + "; did you mean " + known + "?"));
                onlyForProfiles.add(name);
            }
        });
        for (LauncherVariable each : LauncherVariable.values()) {
            OptionSpec option = each.option().isEmpty() ? null : spec.findOption(each.option());
            if (option != null && spec.commandLine().getParseResult().hasMatchedOption(option)) {
                reasonOfNoEffect(each).ifPresent(reason -> out.println(option.longestName() + reason));
            }
        }
        if (!onlyForProfiles.isEmpty()) {
            out.println("Only values for REPLACE_ENV_NAME in profiles: " + String.join(", ", onlyForProfiles));
        }
    }

    /** Returns the end of a sentence about a variable that has no effect. */
    private Optional<String> reasonOfNoEffect(LauncherVariable variable) {
        if (!variable.hasEffect()) {
            return Optional.of(" has no effect on LoadHarness");
        }
        return variable.isOnlyForPods() && !isOnKubernetes
                ? Optional.of(" has no effect, because the run is not on Kubernetes")
                : Optional.empty();
    }

    /** Returns true if a variable or an option about the pod of llm-d-benchmark is given, and the user does not choose the place by --on. */
    private boolean isOnKubernetes(ProfileTool tool) {
        return tool != ProfileTool.NOP
                && !isOn(LauncherVariable.CONTROL_DRY_RUN, dryRun)
                && !PodOptions.isGiven(further, "--on")
                && (namespace != null
                        || pvc != null
                        || Stream.of(LauncherVariable.values())
                                .filter(LauncherVariable::startsPods)
                                .anyMatch(each -> !value(each, null, "").isEmpty()));
    }

    /** Prints the effect of a variable of the scenario. `harness nop` itself reports variables of the environment. */
    private void reportForNop(String name, PrintWriter out) {
        if (fromScenario.contains(name)) {
            out.println(
                    name.equals(PREPROCESS)
                            ? name + " of the scenario has no effect on a log: write its commands as before_start in a"
                                    + " server file"
                            : name + " of the scenario sets " + OPTIONS_OF_NOP.get(name) + " to "
                                    + variables.get(name));
        }
    }

    private List<String> models() {
        List<String> names = Stream.of(
                        value(LauncherVariable.DEPLOY_MODEL_LIST, models, "meta-llama/Llama-3.2-1B-Instruct")
                                .strip()
                                .split("\\s*,\\s*", -1))
                .filter(each -> !each.isBlank())
                .toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    nameOf(LauncherVariable.DEPLOY_MODEL_LIST, models) + " must name at least one model");
        }
        return names;
    }

    private boolean isSkipped(ProfileTool tool) {
        return tool != ProfileTool.NOP && isOn(LauncherVariable.HARNESS_SKIP_RUN, skip);
    }

    /** Returns a command for each model, by its results folder. The harness nop needs only one command for all models. */
    private Map<Path, List<String>> commands(ProfileTool tool, PrintWriter out) throws IOException {
        if (isSkipped(tool) && experimentId().isEmpty()) {
            throw new IllegalArgumentException(
                    "-z needs the name of existing results: give --experiment-id, which a run prints");
        }
        List<String> all = models();
        if (tool == ProfileTool.NOP && all.size() > 1) {
            out.println("The harness 'nop' analyzes one log: the name of the results contains only " + all.get(0));
        }
        Map<String, String> modelByFolder = new LinkedHashMap<>();
        Map<Path, List<String>> commands = new LinkedHashMap<>();
        for (String model : tool == ProfileTool.NOP ? all.subList(0, 1) : all) {
            Path results = results(tool, model);
            String unique = isOnKubernetes ? PodOptions.runName(results) : results.toString();
            String other = modelByFolder.putIfAbsent(unique, model);
            if (other != null) {
                throw new IllegalArgumentException(nameOf(LauncherVariable.DEPLOY_MODEL_LIST, models)
                        + (other.equals(model)
                                ? " names '" + model + "' twice: name each model once"
                                : ": '" + other + "' and '" + model + "' would have the same folder of results, "
                                        + unique + ": measure them one after the other"));
            }
            commands.put(results, command(tool, model, results));
        }
        return commands;
    }

    private List<String> command(ProfileTool tool, String model, Path results) throws IOException {
        if (isSkipped(tool) && !isOnKubernetes) {
            return List.of("report", results.toString(), "--all");
        }
        return tool == ProfileTool.NOP ? nop(results) : run(tool, model, results);
    }

    /** Checks that all results folders are empty. For the harness nop, also creates them. Has no effect if no run is started. */
    private void prepare(Set<Path> folders, ProfileTool tool) throws IOException {
        if ((isSkipped(tool) && !isOnKubernetes) || isOn(LauncherVariable.CONTROL_DRY_RUN, dryRun)) {
            return;
        }
        for (Path folder : folders) {
            boolean isUsed = false;
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    isUsed = files.findAny().isPresent();
                }
            }
            if (isUsed) {
                throw new IllegalArgumentException(nameOf(LauncherVariable.RUN_EXPERIMENT_ID, experimentId) + ": "
                        + folder + " has the results of an earlier run; give another value");
            }
            if (tool == ProfileTool.NOP) {
                Files.createDirectories(folder);
            }
        }
    }

    private List<String> nop(Path results) {
        if (serverLog == null) {
            throw new IllegalArgumentException(
                    "the harness 'nop' analyzes the log of a server: give the file with --server-log");
        }
        List<String> command = new ArrayList<>(List.of(
                "nop",
                serverLog.toString(),
                "--llm-d",
                results.resolve("result.yaml").toString(),
                "--html",
                results.resolve("startup.html").toString()));
        OPTIONS_OF_NOP.forEach((variable, option) -> {
            String value = variables.getOrDefault(variable, "");
            if (fromScenario.contains(variable) && !value.isBlank()) {
                command.addAll(List.of(option, value));
            }
        });
        command.addAll(further);
        return command;
    }

    private List<String> run(ProfileTool tool, String model, Path results) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(isOn(LauncherVariable.CONTROL_DRY_RUN, dryRun) ? "validate" : "run");
        Optional<Path> folder = Optional.of(value(LauncherVariable.HARNESS_PROFILES_DIR, profilesDir, ""))
                .filter(each -> !each.isBlank())
                .map(Path::of);
        String name = value(LauncherVariable.HARNESS_EXPERIMENT_PROFILE, workload, "sanity_random.yaml");
        boolean isFile = Files.isRegularFile(Path.of(name));
        Optional<ProfileCatalog.Entry> entry =
                isFile ? Optional.empty() : Optional.of(profile(ProfileCatalog.read(folder), tool, name));
        if (isOnKubernetes) { // which passes the file of a profile to the pods if it is given without an option
            command.add(entry.map(each -> each.isBuiltIn() ? each.id() : each.source())
                    .orElse(name));
        } else {
            folder.ifPresent(each -> command.addAll(List.of("--profiles-dir", each.toString())));
            command.addAll(List.of(
                    "--profile-file", entry.map(ProfileCatalog.Entry::id).orElse(name)));
        }
        String server = value(LauncherVariable.HARNESS_STACK_ENDPOINT_URL, url, "");
        if (server.isBlank()) {
            throw new IllegalArgumentException("no server is given: give --url, or set "
                    + LauncherVariable.HARNESS_STACK_ENDPOINT_URL.variable()
                    + "; on a cluster, llm-d-benchmark finds it");
        }
        OpenAiBackend.builder(server); // rejects a URL with a password before the command is shown
        command.addAll(List.of("--url", server));
        if (!model.equals(AUTOMATIC)) {
            command.addAll(List.of("--model", model));
        }
        String profile = entry.isPresent() ? entry.get().text() : Yaml.text(Path.of(name));
        String replaced = value(LauncherVariable.HARNESS_EXPERIMENT_PROFILE_OVERRIDES, overrides, "");
        if (!replaced.isBlank()) {
            String source = nameOf(LauncherVariable.HARNESS_EXPERIMENT_PROFILE_OVERRIDES, overrides);
            maskedOverrides.put(replaced, ProfileReader.masked(profile, source, replaced));
            command.addAll(List.of("--override", replaced));
        }
        if (!isOnKubernetes) {
            maxTime().ifPresent(each -> command.addAll(List.of("--max-time", each)));
        }
        command.addAll(List.of("--output-dir", results.toString()));
        if (isOnKubernetes) {
            command.addAll(podOptions().arguments(PodOptions.runName(results), profileVariables(model, profile)));
        } else {
            profileVariables(model, profile)
                    .forEach((key, value) -> command.addAll(List.of("--profile-env", key + "=" + value)));
        }
        maskFurtherOverrides(profile);
        command.addAll(further);
        return command;
    }

    /** Returns the options of the pods. Options of this command replace the values of their variables. */
    private PodOptions podOptions() {
        Map<String, String> all = new LinkedHashMap<>(variables);
        put(
                all,
                LauncherVariable.HARNESS_NAMESPACE,
                Optional.ofNullable(namespace).map(each -> each.replaceFirst(".*,", "")));
        put(all, LauncherVariable.HARNESS_PVC_NAME, Optional.ofNullable(pvc));
        put(all, LauncherVariable.HARNESS_WAIT_TIMEOUT, Optional.of(maxTime().orElse("0s")));
        boolean sleeps = isOn(LauncherVariable.HARNESS_DEBUG, printOnly) || isDebug();
        put(all, LauncherVariable.HARNESS_DEBUG, Optional.of(sleeps ? "1" : "0"));
        put(
                all,
                LauncherVariable.HARNESS_SKIP_RUN,
                Optional.of(isOn(LauncherVariable.HARNESS_SKIP_RUN, skip) ? "1" : "0"));
        return new PodOptions(all, further);
    }

    private static void put(Map<String, String> all, LauncherVariable variable, Optional<String> value) {
        value.ifPresent(each -> all.put(variable.variable(), each));
    }

    private void maskFurtherOverrides(String profile) {
        String previous = "";
        for (String each : further) {
            Matcher joined = JOINED.matcher(each);
            if (OVERRIDE.contains(previous)) {
                maskOverride(profile, each);
            } else if (joined.matches() && OVERRIDE.contains(joined.group(1))) {
                maskOverride(profile, joined.group(2));
            }
            previous = each;
        }
    }

    private void maskOverride(String profile, String override) {
        try {
            maskedOverrides.put(override, ProfileReader.masked(profile, "-o", override));
        } catch (IllegalArgumentException e) {
            // The run reports the error. The override is not shown.
        }
    }

    private ProfileCatalog.Entry profile(ProfileCatalog catalog, ProfileTool tool, String name) {
        boolean isDefault =
                value(LauncherVariable.HARNESS_EXPERIMENT_PROFILE, workload, "").isEmpty();
        List<String> others = catalog.entries().stream()
                .filter(each -> each.tool() == tool)
                .map(ProfileCatalog.Entry::name)
                .toList();
        if (isDefault && others.stream().noneMatch(each -> name.startsWith(each + "."))) {
            throw new IllegalArgumentException("no profile is given, and " + tool.id() + " has no profile '" + name
                    + "', the default: give -w with one of " + String.join(", ", others));
        }
        return catalog.require(tool, name);
    }

    private Optional<String> maxTime() {
        String seconds =
                value(LauncherVariable.HARNESS_WAIT_TIMEOUT, wait, "3600").strip();
        if (!seconds.matches("\\d{1,9}")) {
            throw new IllegalArgumentException(nameOf(LauncherVariable.HARNESS_WAIT_TIMEOUT, wait)
                    + " must be a whole number of seconds: got " + seconds);
        }
        return Integer.parseInt(seconds) == 0 ? Optional.empty() : Optional.of(Integer.parseInt(seconds) + "s");
    }

    /**
     * Returns the variables that must be passed to {@code harness run}. The profile refers to them by {@code REPLACE_ENV_NAME}, and neither
     * the environment of this process nor other options contain their values.
     */
    private Map<String, String> profileVariables(String model, String profile) {
        Map<String, String> all = new LinkedHashMap<>(variables);
        if (model.equals(AUTOMATIC)) {
            all.put(CURRENT + "MODEL", "");
            all.put(CURRENT + "TOKENIZER", "");
        } else {
            all.keySet().removeAll(Set.of(CURRENT + "MODEL", CURRENT + "TOKENIZER"));
        }
        all.keySet()
                .removeAll(Set.of(
                        LauncherVariable.HARNESS_STACK_ENDPOINT_URL.variable(),
                        LauncherVariable.HARNESS_NAME.variable(),
                        "LLMDBENCH_RUN_EXPERIMENT_RESULTS_DIR"));
        all.keySet().removeIf(each -> !profile.matches("(?s).*REPLACE_ENV_" + each + "\\b.*"));
        String variable = LauncherVariable.HARNESS_EXPERIMENT_PROFILE_OVERRIDES.variable();
        if (!System.getenv().getOrDefault(variable, "").isBlank()) {
            all.put(variable, ""); // given with --override
        }
        if (!isOnKubernetes) { // whose pods have another environment
            all.entrySet().removeIf(each -> each.getValue().equals(System.getenv(each.getKey())));
        }
        return all;
    }

    private Path results(ProfileTool tool, String model) {
        if (experimentId().isEmpty()) {
            experimentId = TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
        }
        String name = tool.id() + "_" + experimentId() + "_" + model.replaceAll("[^\\w.-]+", "-");
        return Path.of(value(LauncherVariable.CONTROL_WORK_DIR, workDir, "loadharness-logs/llm-d"), "results", name);
    }

    private String experimentId() {
        return value(LauncherVariable.RUN_EXPERIMENT_ID, experimentId, "");
    }

    private boolean isPrintOnly() {
        return !isOnKubernetes && (isOn(LauncherVariable.HARNESS_DEBUG, printOnly) || isDebug());
    }

    private boolean isDebug() {
        return spec.commandLine().getParseResult().hasMatchedOption("--debug");
    }

    /** Returns the value of an option or, if it is not given, of its variable. */
    private String value(LauncherVariable variable, @Nullable String given, String defaultValue) {
        if (given != null) {
            return given;
        }
        String set = variables.getOrDefault(variable.variable(), "");
        return set.isBlank() ? defaultValue : set;
    }

    private boolean isOn(LauncherVariable variable, boolean given) {
        String set = value(variable, null, "0");
        if (!set.equals("0") && !set.equals("1")) {
            throw new IllegalArgumentException(variable.variable() + " must be 0 or 1: got " + set);
        }
        return given || set.equals("1");
    }

    private static String nameOf(LauncherVariable variable, @Nullable String given) {
        return given == null ? variable.variable() : variable.option();
    }

    /** Returns true if a name looks like an option with a secret, but the started commands have no such option. */
    private boolean isUnknownSecret(String name) {
        return SECRET_OPTION.matcher(name).matches()
                && RUN_COMMANDS.stream()
                        .map(spec.root().subcommands()::get)
                        .noneMatch(each -> each.getCommandSpec().optionsMap().containsKey(name));
    }

    /** Returns a command line for the shell, without values that may be secret and without control characters. */
    private String shown(List<String> command) {
        StringBuilder text = new StringBuilder(ShellText.PROGRAM);
        String previous = "";
        for (String each : command) {
            text.append(' ').append(ShellText.quoted(PlainText.of(shown(previous, each))));
            previous = each;
        }
        return text.toString();
    }

    private String shown(String previous, String argument) {
        if (previous.equals("--launcher-option") && argument.startsWith(PodOptions.VARIABLE)) {
            return PodOptions.VARIABLE + shownValue("--profile-env", argument.substring(PodOptions.VARIABLE.length()));
        }
        Matcher joined = JOINED.matcher(argument);
        if (MAY_BE_SECRET.contains(previous)) {
            return shownValue(previous, argument);
        }
        if (isUnknownSecret(previous) && !argument.startsWith("--")) {
            return SecretText.NOT_SHOWN;
        }
        String name = argument.replaceFirst("(?s)=.*", "");
        if (isUnknownSecret(name) && argument.length() > name.length()) {
            return name + "=" + SecretText.NOT_SHOWN;
        }
        return joined.matches()
                ? joined.group(1) + shownValue(joined.group(1), joined.group(2))
                : withoutCredentials(argument);
    }

    /** Returns the value of an option that may be secret. Values of headers, and overrides of unknown keys, are not shown. */
    private String shownValue(String option, String value) {
        if (OVERRIDE.contains(option)) {
            return maskedOverrides.getOrDefault(value, SecretText.NOT_SHOWN);
        }
        if (!option.startsWith("--profile-env")) {
            return SecretText.NOT_SHOWN;
        }
        String name = value.replaceFirst("(?s)=.*", "");
        boolean isSecret = LauncherVariable.of(name).isEmpty()
                && !name.startsWith(CURRENT)
                && SECRET_VARIABLE.matcher(name).matches();
        return isSecret ? name + "=" + SecretText.NOT_SHOWN : withoutCredentials(value);
    }

    /** Returns an argument without the user, the password and the query of a URL. */
    private static String withoutCredentials(String argument) {
        String text = argument.contains("://")
                ? SecretText.CREDENTIALS_OF_URL.matcher(argument).replaceAll(SecretText.NOT_SHOWN)
                : argument;
        return CREDENTIALS_WITHOUT_SCHEME.matcher(text).replaceAll(SecretText.NOT_SHOWN);
    }
}
