// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.config.OptionGroup;
import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.options.OptionSources;
import io.loadharness.cli.options.OutputFolder;
import io.loadharness.cli.profiles.ProfileReader;
import io.loadharness.cli.signal.ShutdownGuard;
import io.loadharness.cluster.RunSubmitter;
import io.loadharness.cluster.SubmitRequest;
import io.loadharness.cluster.SubmittedRun;
import io.loadharness.cluster.Workers;
import io.loadharness.internal.SecretText;
import io.loadharness.internal.Suggestions;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Options of a run whose coordinator and workers are all in a cluster. Submits the run and copies its results back. */
final class SubmitOptions {

    /** The launcher of the coordinator in the cluster. The coordinator reads the same run file, but ignores these options. */
    private static final String IN_CLUSTER = "pods";

    private static final String FILE = "file";
    private static final String DEBUG = "--debug";
    private static final Pattern HEADER = Pattern.compile("(?im)^[\\s\"'-]*headers?[\"']?\\s*[:=]");
    private static final String PROFILE_VARIABLE = "--profile-env";
    private static final String OVERRIDE = "--override";
    private static final Pattern HEADER_VARIABLE = Pattern.compile("--header-env=[^=]+=[A-Za-z_][A-Za-z0-9_]*");

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            description = "The namespace for --on=kubernetes. Default: the namespace of the current context of kubectl")
    private @Nullable String namespace;

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description = "The container image with LoadHarness for --on=kubernetes, for example"
                    + " registry.example.com/loadharness:0.1. See docs/guides/kubernetes.md.")
    private @Nullable String image;

    @Option(
            names = "--pvc",
            paramLabel = "NAME",
            description = "For --on=kubernetes: a persistent volume claim for the results, for example workload-pvc."
                    + " The results then also stay in the cluster.")
    private @Nullable String claim;

    @Option(
            names = "--run-name",
            paramLabel = "NAME",
            description =
                    "For --on=kubernetes: the name of the Job. The results folder on --pvc has the same name. Default:"
                            + " a new name")
    private @Nullable String runName;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            description = "For --on=kubernetes: maximum time of the run, for example 30m. The time starts when all pods"
                    + " of the run have started. After this time, the command ends the run, and the run writes"
                    + " its results. 0s means no limit. Default: 1h")
    private @Nullable Duration wait;

    @Option(
            names = "--skip-run",
            description =
                    "For --on=kubernetes: copy the results of earlier runs from --pvc, and do not start a run. With"
                            + " --run-name, copy only the results of the run with this name.")
    private boolean skipsRun;

    /** Returns true if the launcher runs both the coordinator and the workers in a cluster. */
    boolean areFor(WorkerOptions workers) {
        Optional<String> launcher = workers.launcher();
        boolean isSubmitted = launcher.isPresent() && submitter(launcher.get()).isPresent();
        if (!isSubmitted
                && !launcher.equals(Optional.of(IN_CLUSTER))
                && !options().isEmpty()) {
            throw new IllegalArgumentException(
                    "--" + options().keySet().iterator().next()
                            + " applies only to a run in a cluster: give --on kubernetes too");
        }
        return isSubmitted;
    }

    /**
     * Checks the name of the launcher of workers.
     *
     * @param hasSecret true if the secret of the run is given, as in a pod of a run on Kubernetes
     * @throws IllegalArgumentException if there is no such launcher; the message names all launchers that users can choose
     */
    static void requireLauncher(String launcher, boolean hasSecret) {
        if (launcher.equals(IN_CLUSTER) && hasSecret) {
            return;
        }
        Set<String> names = new TreeSet<>(Workers.launcherNames());
        names.remove(IN_CLUSTER);
        ServiceLoader.load(RunSubmitter.class).forEach(each -> names.add(each.name()));
        if (!names.contains(launcher)) {
            throw new IllegalArgumentException(
                    "--on: unknown launcher '" + launcher + "'" + Suggestions.hintAndNames(launcher, names));
        }
    }

    /** Returns the submitter with the name of a launcher; empty if the launcher starts only workers. */
    static Optional<RunSubmitter> submitter(String launcher) {
        return ServiceLoader.load(RunSubmitter.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals(launcher))
                .findFirst();
    }

    private Map<String, String> options() {
        Map<String, String> all = new LinkedHashMap<>();
        put(all, "namespace", namespace);
        put(all, "image", image);
        put(all, "pvc", claim);
        put(all, "run-name", runName);
        put(all, "wait", wait == null ? null : wait.toSeconds() + "s");
        put(all, "skip-run", skipsRun ? "true" : null);
        return all;
    }

    /** Puts a value that is given into options. */
    static void put(Map<String, String> all, String name, @Nullable String value) {
        if (value != null) {
            all.put(name, value);
        }
    }

    /** Runs in the cluster, copies the results, and returns the exit code of the coordinator. */
    int run(WorkerOptions workers, CommandSpec command, Optional<Path> runFile, Path outputFolder, PrintWriter out)
            throws IOException, InterruptedException {
        RunSubmitter submitter = submitter(workers.launcher().orElseThrow()).orElseThrow();
        Map<String, String> variables = new LlmdClusterVariables(System.getenv()).options();
        Map<String, String> options = new LinkedHashMap<>(variables);
        options.putAll(workers.givenOptions());
        options.putAll(options());
        if (isGiven(command.root(), DEBUG)) {
            options.put("debug-pod", "true");
        }
        requireNoSecret(options.getOrDefault("env", ""));
        Map<String, String> files = new LinkedHashMap<>();
        Optional.ofNullable(options.remove(FILE))
                .ifPresent(paths -> paths.lines().forEach(each -> add(files, Path.of(each.strip()))));
        Set<String> secretFiles = new HashSet<>(files.keySet()); // a bare token or a key cannot be recognized
        List<String> arguments = new ArrayList<>(List.of(command.name()));
        runFile.ifPresent(each -> arguments.add(Files.exists(each) ? add(files, each) : each.toString()));
        arguments.addAll(passed(command));
        Optional<String> secretRunFile = runFile.map(each -> each.getFileName().toString())
                .filter(each -> mayContainSecret(files.getOrDefault(each, "")));
        secretRunFile.ifPresent(secretFiles::add);
        SubmitRequest request = new SubmitRequest(
                workers.givenCount(), arguments, files, secretFiles, SubmitRequest.newSecret(), options);
        if (workers.prints()) {
            out.print(submitter.describe(request));
            out.flush();
            return ExitCode.OK;
        }
        boolean writesNothing = "true".equals(options.get("debug-pod"));
        if (!writesNothing && !copiesClaim(options)) {
            OutputFolder.requireUnused(outputFolder);
        }
        if (!variables.isEmpty()) {
            out.println("Variables of llm-d-benchmark set these options, unless the command line does: " + variables);
        }
        secretRunFile.ifPresent(each -> out.println(
                each + " may contain a secret: it is passed in the Secret of the run, not in its ConfigMap"));
        try (ShutdownGuard guard = new ShutdownGuard()) {
            guard.activate();
            return follow(submitter, request, outputFolder, out);
        }
    }

    /** Returns true if the results of all runs on a claim are copied. A later copy replaces the results of these runs. */
    private static boolean copiesClaim(Map<String, String> options) {
        return "true".equals(options.get("skip-run")) && !options.containsKey("run-name");
    }

    private static int follow(RunSubmitter submitter, SubmitRequest request, Path outputFolder, PrintWriter out)
            throws IOException, InterruptedException {
        try (SubmittedRun run = submitter.submit(request, each -> print(out, each))) {
            Thread stopper = new Thread(run::stop, "harness-stop-submitted");
            Runtime.getRuntime().addShutdownHook(stopper);
            try {
                return complete(run, outputFolder, out);
            } finally {
                remove(stopper);
            }
        }
    }

    /**
     * Waits for the end of a run, copies its results, and returns the exit code of the coordinator. If a line of the output only names a
     * file that the coordinator wrote, the line names the copy of this file. Other lines are about the folder in the cluster, for example
     * errors.
     */
    static int complete(SubmittedRun run, Path outputFolder, PrintWriter out) throws IOException, InterruptedException {
        Pattern written =
                Pattern.compile("(\\s*[A-Za-z][A-Za-z ]*: )" + Pattern.quote(run.resultFolder()) + "((?:/\\S*)?)");
        int code = run.await(each -> {
            Matcher file = written.matcher(each);
            print(out, file.matches() ? file.group(1) + outputFolder + file.group(2) : each);
        });
        run.fetch(outputFolder);
        print(out, (hasRecords(outputFolder) ? "Results: " : "Files without records of a run: ") + outputFolder);
        return code;
    }

    /** Returns true if a folder or one of its subfolders has the records of a run. */
    private static boolean hasRecords(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.anyMatch(each -> Files.exists(new RunFolder(each).records()));
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down, and the run has ended
        }
    }

    /** Prints a line immediately. */
    static void print(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }

    /** Returns true if a text sets a header, has a user or a query in a URL, or sets a value whose name suggests a secret. */
    private static boolean mayContainSecret(String text) {
        return HEADER.matcher(text).find()
                || (text.contains("://")
                        && SecretText.CREDENTIALS_OF_URL.matcher(text).find())
                || !SecretText.maskedLine(text).equals(text);
    }

    private static void requireNoSecret(String variables) {
        variables.lines().forEach(each -> {
            String name = each.replaceFirst("=.*", "");
            if (SecretText.isSecretName(name) || mayContainSecret(each)) {
                throw new IllegalArgumentException("the value of " + name + " would be visible in the Job: put the"
                        + " variable into a Secret, and use --launcher-option env-secret=SECRET instead of env="
                        + name);
            }
        });
    }

    private static boolean isGiven(CommandSpec command, String option) {
        return command.commandLine().getParseResult().hasMatchedOption(option)
                || command.commandLine().getParseResult().subcommands().stream()
                        .anyMatch(each -> each.hasMatchedOption(option));
    }

    /** Adds a file, and returns its name in the cluster. */
    private static String add(Map<String, String> files, Path file) {
        String name = file.getFileName().toString();
        try {
            if (files.put(name, Files.readString(file)) != null) {
                throw new IllegalArgumentException(
                        "two files of the run have the name " + name + ": rename one of them");
            }
            return name;
        } catch (MalformedInputException e) {
            throw new IllegalArgumentException(
                    file + " is not a text file in UTF-8: put it on a volume or into the image", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the file " + file + " cannot be read: check its path", e);
        }
    }

    /**
     * Returns the options of the command line and of the environment. The options of the run file are not included, because the file itself
     * is passed.
     */
    private static List<String> passed(CommandSpec command) {
        Set<String> here = new HashSet<>(Set.of("--output-dir"));
        OptionGroup.CLUSTER.options(command).forEach(each -> here.add(OptionNames.of(each)));
        here.remove("--slices"); // the coordinator in the cluster starts the slices
        OptionSources sources = OptionSources.of(command);
        List<String> all = new ArrayList<>();
        for (OptionSpec each : OptionNames.own(command)) {
            String name = OptionNames.of(each);
            String source = sources.of(each);
            boolean isPassed = source.equals("flag") || source.startsWith("environment ");
            if (!isPassed || here.contains(name)) {
                continue;
            }
            List<String> arguments = OptionNames.arguments(each);
            if (arguments.stream().anyMatch(one -> mayBeSecret(name, one))) {
                throw new IllegalArgumentException(name + " would be visible in the Job, and may contain a secret:"
                        + " write it into the run file with ${NAME}, and give the Secret with the variable NAME by"
                        + " --launcher-option env-secret=SECRET");
            }
            all.addAll(arguments);
        }
        return all;
    }

    /** Returns true for an argument whose value reports do not show completely. */
    private static boolean mayBeSecret(String option, String argument) {
        return option.equals(PROFILE_VARIABLE)
                || (option.equals(OVERRIDE)
                        && ProfileReader.mayContainSecret(option, argument.substring(option.length() + 1)))
                || (mayContainSecret(argument)
                        && !HEADER_VARIABLE.matcher(argument).matches());
    }
}
