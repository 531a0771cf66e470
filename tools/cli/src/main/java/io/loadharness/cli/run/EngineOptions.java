// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.config.OptionGroup;
import io.loadharness.cli.options.Counts;
import io.loadharness.cli.options.KeyValues;
import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.target.ServerOptions;
import io.loadharness.engine.EngineProcess;
import io.loadharness.engine.IsolatedEngine;
import io.loadharness.inference.EngineProvider;
import io.loadharness.internal.CommandWords;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Options for engines that run in this process or in worker processes instead of behind a server. */
final class EngineOptions {

    private static final String MODEL = "model";

    /** The environment variable of workers with the value of {@code --scenario}. */
    private static final String SCENARIO_VARIABLE = "LOADHARNESS_SCENARIO";

    /** The worker for {@code --num_processes} and {@code --num_gpus}, which name no engine. */
    private static final String DEFAULT_WORKER = "python3 -m loadharness_worker vllm";

    /** Options for servers that also apply to engines. */
    private static final Set<String> SHARED = Set.of("--warm-up", "--ready-timeout", "--model");

    /** An option for servers that also applies to engines in worker processes. */
    private static final String REQUEST_TIMEOUT = "--request-timeout";

    /** An option for servers that also applies to engines that can have several copies of the model. */
    private static final String REPLICAS = "--replicas";

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description =
                    "Measure an engine in this process, for example onnx or llama. --model names the file or folder of"
                            + " the model. With --url, the run measures the engine and the servers together, and --routing"
                            + " distributes the samples over the engine and the servers. '${ROOT-COMMAND-NAME} plugins' lists the"
                            + " engines.")
    private @Nullable String engine;

    @Option(
            names = "--engine-command",
            paramLabel = "COMMAND",
            description = "Measure engines in worker processes. COMMAND starts each worker process, for example"
                    + " --engine-command 'python3 worker.py'. With --url, the run measures the engines and the"
                    + " servers together. See docs/guides/engine-processes.md.")
    private @Nullable String command;

    @Option(
            names = "--engine-option",
            paramLabel = "KEY=VALUE",
            description = "A setting of the engine, for example threads=4. Reports show the setting. May be repeated.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(
            names = "--tensors",
            description =
                    "Send the arrays or columns of the data set (--dataset-path) to the engines of --engine-command as"
                            + " tensors instead of prompts. Engines of --engine do not need this option. See"
                            + " docs/guides/engines.md.")
    private boolean tensors;

    @Option(
            names = "--isolate",
            description = "Run the engine of --engine in worker processes. A crash of the engine then does not end this"
                    + " process.")
    private boolean isolated;

    @Option(
            names = {"--processes", "--num_processes", "--num-processes"},
            paramLabel = "N",
            description = "Number of worker processes of --engine-command or --isolate. Default: 1")
    private @Nullable Integer processes;

    @Option(
            names = "--devices",
            paramLabel = "GROUPS",
            description =
                    "The devices that each worker process can use, for example '0,1;2,3' for two processes with two"
                            + " GPUs each. Default: each process can use all devices")
    private @Nullable String devices;

    @Option(
            names = {"--num_gpus", "--num-gpus"},
            paramLabel = "N",
            description = "Number of GPUs to divide equally among the worker processes. For example, --num_gpus 4 with"
                    + " --processes 2 is the same as --devices '0,1;2,3'. If CUDA_VISIBLE_DEVICES is set, its first GPUs"
                    + " are used.")
    private @Nullable Integer gpus;

    /** The place in which the engines run. */
    private enum Place {
        NONE,
        THIS_PROCESS,
        ISOLATED,
        COMMAND,
        /** The worker processes of {@link #DEFAULT_WORKER}. */
        DEFAULT_COMMAND;

        boolean isWorker() {
            return this != NONE && this != THIS_PROCESS;
        }
    }

    private Place place() {
        if (engine != null) {
            return isolated ? Place.ISOLATED : Place.THIS_PROCESS;
        }
        if (command != null) {
            return Place.COMMAND;
        }
        return processes != null || gpus != null ? Place.DEFAULT_COMMAND : Place.NONE;
    }

    /** Returns true if an engine is measured. */
    boolean areGiven() {
        return place() != Place.NONE;
    }

    /** Returns true if engines in their own processes are measured. */
    boolean areProcesses() {
        return place().isWorker();
    }

    /** Returns the word for what is measured. */
    String targetTitle(boolean hasServers) {
        String engines = count() == 1 ? "Engine" : "Engines";
        return !areGiven() ? "Servers" : hasServers ? "Servers and engines" : engines;
    }

    /** Returns the number of engines. */
    int count() {
        if (!areGiven()) {
            return 0;
        }
        return place().isWorker() && processes != null ? processes : 1;
    }

    /**
     * Returns true if the engine takes tensors instead of prompts.
     *
     * @throws IllegalArgumentException if the engine does not exist
     */
    boolean takeTensors() {
        return tensors || (engine != null && EngineProvider.named(engine).takesTensors());
    }

    /**
     * Checks that these options can be combined with the other options.
     *
     * @param hasServers true if servers are measured too
     * @throws IllegalArgumentException if the options cannot be combined
     */
    void check(CommandSpec spec, boolean hasServers) {
        if (engine != null && command != null) {
            throw new IllegalArgumentException("--engine and --engine-command both choose the engine: give only one");
        }
        if (tensors && command == null) {
            throw new IllegalArgumentException("--tensors needs --engine-command: leave it out for other engines");
        }
        if (engine == null && isolated) {
            throw new IllegalArgumentException("--isolate needs --engine: give the name of the engine");
        }
        if (!place().isWorker() || (place() == Place.DEFAULT_COMMAND && hasServers)) {
            requireNone("--processes", processes);
            requireNone("--devices", devices);
            requireNone("--num_gpus", gpus);
        }
        KeyValues.requireDistinctKeys(spec, "--engine-option");
        if (!areGiven() && !options.isEmpty()) {
            throw new IllegalArgumentException("--engine-option needs --engine or --engine-command: choose the engine");
        }
        if (processes != null) {
            Counts.requireAtLeast(1, "--processes", processes);
        }
        if (devices != null && gpus != null) {
            throw new IllegalArgumentException("--devices and --num_gpus both choose the devices: give only one");
        }
        if (areGiven() && !hasServers) {
            refuse(spec, OptionGroup.SERVER);
        }
        if (areGiven()) {
            refuse(spec, OptionGroup.PROFILE);
        }
        if (takeTensors()) {
            refuse(spec, OptionGroup.GENERATION);
        }
    }

    /**
     * Checks that no workers send the requests of an engine.
     *
     * @param launcher the launcher of the workers; empty if there are none
     * @throws IllegalArgumentException if there are workers and an engine
     */
    void requireNoWorkers(Optional<String> launcher) {
        if (areGiven() && launcher.isPresent()) {
            String option =
                    switch (place()) {
                        case COMMAND -> "--engine-command";
                        case DEFAULT_COMMAND -> processes == null ? "--num_gpus" : "--processes";
                        default -> "--engine";
                    };
            throw new IllegalArgumentException(option + " and --on=" + launcher.get()
                    + " contradict each other: only this process sends requests to an engine; leave out " + option
                    + " or --on");
        }
    }

    private static void requireNone(String option, @Nullable Object value) {
        if (value != null) {
            throw new IllegalArgumentException(
                    option + " applies to worker processes: give --engine-command, or --engine"
                            + " with --isolate. For servers, use --replicas, or --server-config with the keys replicas and devices");
        }
    }

    private boolean isShared(String option) {
        return SHARED.contains(option)
                || (place().isWorker() && isForWorkers(option))
                || (option.equals(REPLICAS) && replicasOption().isPresent());
    }

    /** Returns the option of the engine that {@code --replicas} sets; empty if there is none. */
    private Optional<String> replicasOption() {
        return engine == null ? Optional.empty() : EngineProvider.named(engine).replicasOption();
    }

    private static boolean isForWorkers(String option) {
        return option.equals(REQUEST_TIMEOUT) || option.startsWith("--server-profile");
    }

    private void refuse(CommandSpec spec, OptionGroup group) {
        for (OptionSpec each : group.options(spec)) {
            String option = OptionNames.of(each);
            if (spec.commandLine().getParseResult().hasMatchedOption(each) && !isShared(option)) {
                throw new IllegalArgumentException(option + " does not apply to "
                        + (engine == null ? "engines in worker processes" : "the engine '" + engine + "'")
                        + ": leave out " + option);
            }
        }
    }

    /**
     * Prepares the engines. The caller closes them after the benchmark.
     *
     * @param server the options that also apply to engines. If servers are measured too, {@code --engine-option model} and a model in the
     *     command of the worker have precedence over {@code --model}
     * @param hasServers true if servers are measured too
     * @param scenarios the scenarios of the run, separated by commas; empty if LoadGen does not generate the load. Workers receive them in
     *     an environment variable, because some engines have another mode for Offline
     * @param startLimit the maximum time of the start of a worker process; empty for the default
     * @param logs the folder for the logs of worker processes
     * @throws IllegalArgumentException if the engine or its model does not exist, or if an option is out of range
     */
    OpenEngines open(
            ServerOptions server,
            boolean hasServers,
            String scenarios,
            Optional<Duration> startLimit,
            Path logs,
            PrintWriter out) {
        if (!areGiven()) {
            return new OpenEngines(List.of(), benchmark -> {});
        }
        Map<String, String> all = new LinkedHashMap<>(options);
        Optional<String> model = hasServers && commandNamesModel() ? Optional.empty() : server.model();
        model.ifPresent(path -> {
            if (all.putIfAbsent(MODEL, path) != null && !hasServers) {
                throw new IllegalArgumentException(
                        "--model and --engine-option model both name the model: give only one");
            }
        });
        if (!hasServers && server.replicas() != 1) {
            replicasOption().ifPresent(option -> setReplicas(option, server.replicas(), all));
        }
        String name = engine;
        if (name != null && !hasServers) {
            server.model().ifPresent(path -> requireModel(name, path));
        }
        if (name != null && !isolated) {
            return new OpenEngines(List.of(), benchmark -> {
                Benchmark.EngineBuilder own = benchmark.engine(name);
                all.forEach(own::option);
            });
        }
        EngineProcess.Builder builder = name == null
                ? EngineProcess.builder().command(workerCommand(out))
                : IsolatedEngine.of(name, all, List.of());
        if (name == null) {
            all.forEach(builder::option);
            builder.environment(SCENARIO_VARIABLE, scenarios);
        }
        server.requestTimeout().ifPresent(builder::requestLimit);
        startLimit.ifPresent(builder::startLimit);
        List<EngineProcess> workers = builder.processes(count())
                .devices(deviceGroups())
                .logFolder(logs)
                .messages(out::println)
                .build();
        return new OpenEngines(workers, benchmark -> workers.forEach(benchmark::backend));
    }

    private static void setReplicas(String option, int replicas, Map<String, String> all) {
        Counts.requireAtLeast(1, REPLICAS, replicas);
        if (all.putIfAbsent(option, String.valueOf(replicas)) != null) {
            throw new IllegalArgumentException(
                    REPLICAS + " and --engine-option " + option + " both set the number of copies: give only one");
        }
    }

    private boolean commandNamesModel() {
        return command != null
                && CommandWords.split("--engine-command", command).stream()
                        .anyMatch(word -> word.equals("--model") || word.startsWith("--model="));
    }

    private static void requireModel(String engine, String path) {
        if (!Files.exists(Path.of(path))) {
            throw new IllegalArgumentException(
                    "the model " + path + " of the engine '" + engine + "' does not exist; check --model");
        }
    }

    private String workerCommand(PrintWriter out) {
        if (command != null) {
            return command;
        }
        out.println("Engine: " + DEFAULT_WORKER + ", " + count() + (count() == 1 ? " process" : " processes")
                + (gpus == null ? "" : ", devices " + deviceGroups()) + "; --engine-command chooses another engine");
        return DEFAULT_WORKER;
    }

    private String deviceGroups() {
        if (gpus == null) {
            return devices == null ? "" : devices;
        }
        if (gpus < 1) {
            throw new IllegalArgumentException("--num_gpus must be at least 1: got " + gpus);
        }
        int each = gpus / count();
        if (gpus % count() != 0) {
            throw new IllegalArgumentException("--num_gpus must be a multiple of --processes, which is " + count()
                    + ": got " + gpus + "; --devices gives each process its own devices");
        }
        List<String> visible = VisibleGpus.first(gpus, System.getenv());
        return IntStream.range(0, count())
                .mapToObj(process -> String.join(",", visible.subList(process * each, (process + 1) * each)))
                .collect(Collectors.joining(";"));
    }

    /**
     * Engines that a benchmark measures. The benchmark creates and closes an engine of this process.
     *
     * @param workers the engines in worker processes
     * @param target sets the engines as the target of a benchmark; does nothing if it measures only servers
     */
    record OpenEngines(List<EngineProcess> workers, Consumer<Benchmark.Builder> target) implements AutoCloseable {

        void giveTo(Benchmark.Builder benchmark) {
            target.accept(benchmark);
        }

        @Override
        public void close() {
            RuntimeException first = null;
            for (EngineProcess each : workers) {
                try {
                    each.close();
                } catch (RuntimeException e) {
                    first = first == null ? e : first;
                }
            }
            if (first != null) {
                throw first;
            }
        }
    }
}
