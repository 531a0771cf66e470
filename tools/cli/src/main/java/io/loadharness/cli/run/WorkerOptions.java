// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.cluster.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of a run in which workers send the requests. */
final class WorkerOptions {

    @Option(
            names = "--on",
            paramLabel = "LAUNCHER",
            description =
                    "Let worker processes send the requests. LAUNCHER starts the workers: local (this machine), ssh or"
                            + " slurm. The load generator and the results stay on this machine. With kubernetes, the whole"
                            + " run takes place in the cluster, and its results are copied to this machine. See"
                            + " docs/guides/many-machines.md. Default: this process sends the requests")
    private @Nullable String launcher;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Number of workers for --on. Default: the number of hosts for ssh, otherwise 1")
    private @Nullable Integer count;

    @Option(
            names = "--hosts",
            paramLabel = "HOST,...",
            description = "The machines for --on=ssh, for example n1,n2,n3, or a file with one machine per line."
                    + " Each machine gets one worker, unless --workers is given.")
    private @Nullable String hosts;

    @Option(
            names = "--slices",
            description = "Let each worker generate and send its own slice of --load. Without this option, the workers"
                    + " receive the requests from this process. Use slices for rates that one process cannot"
                    + " reach. Together, the slices are exactly the load that one process would send.")
    private boolean slices;

    @Option(
            names = "--partition",
            paramLabel = "NAME",
            description = "The partition for --on=slurm, for example gpu. Default: the default partition of the Slurm"
                    + " cluster")
    private @Nullable String partition;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            description =
                    "The time limit of the job for --on=slurm, for example 30m. Default: the time limit of the partition")
    private @Nullable String time;

    @Option(
            names = "--slurm",
            paramLabel = "OPTIONS",
            preprocessor = OptionText.class,
            converter = OptionText.class,
            description =
                    "Options of sbatch for --on=slurm, as on its command line, for example '--gres=gpu:1 --account=x'."
                            + " If this command runs inside a Slurm job, OPTIONS are options of srun.")
    private @Nullable String slurm;

    @Option(
            names = "--container-image",
            paramLabel = "IMAGE",
            description = "The container image in which the workers of --on=slurm run. The Slurm cluster must have the"
                    + " pyxis plug-in.")
    private @Nullable String containerImage;

    @Option(
            names = "--launcher-option",
            paramLabel = "KEY=VALUE",
            description = "An additional setting of the launcher, for example workers-per-node=2 for slurm."
                    + " docs/guides/many-machines.md lists the settings. May be repeated.")
    private List<String> options = new ArrayList<>();

    @Option(
            names = "--start-timeout",
            paramLabel = "TIME",
            description =
                    "Maximum time in which all workers must start and connect, for example 10m. The time in a queue of"
                            + " Slurm or Kueue does not count. Default: 2m, or 10m with --on=kubernetes")
    private @Nullable Duration startTimeout;

    @Option(
            names = "--coordinator-host",
            paramLabel = "HOST",
            description = "The host name or address at which workers reach this machine. Default: workers try each"
                    + " address of this machine")
    private @Nullable String coordinatorHost;

    @Option(
            names = "--coordinator-port",
            paramLabel = "PORT",
            description = "The port of this machine to which workers connect, for example 7800 if a firewall allows"
                    + " only this port. Default: any free port")
    private @Nullable Integer coordinatorPort;

    @Option(
            names = "--coordinator-secret-file",
            paramLabel = "FILE",
            description = "A file with the secret that authenticates workers. Needed only if another program starts the"
                    + " worker pods. The file contains one line: a random token, a space and the word 'any', for"
                    + " example the output of: echo \"$(openssl rand -hex 32) any\". Default: a new random token")
    private @Nullable Path secretFile;

    @Option(
            names = "--trusted-network",
            description =
                    "Do not encrypt the connections to workers on other machines. Other programs in the network can"
                            + " then read prompts, responses and API keys. Reports contain a warning.")
    private boolean trustsNetwork;

    @Option(
            names = "--print",
            description = "Print the commands or the script that would start the workers, and do not start a run.")
    private boolean prints;

    /** Returns the name of the launcher; empty if this process sends the requests. */
    Optional<String> launcher() {
        return Optional.ofNullable(launcher);
    }

    /** Returns the number of workers that the user gave; otherwise 1. */
    int givenCount() {
        return count == null ? 1 : count;
    }

    /** Returns the settings of the launcher, with the start timeout if it is given. */
    Map<String, String> givenOptions() {
        Map<String, String> all = settings();
        if (startTimeout != null) {
            all.put("start-timeout", startTimeout.toSeconds() + "s");
        }
        if (trustsNetwork) {
            all.put("trusted-network", "true"); // which no cluster supports
        }
        return all;
    }

    /** Returns true if each worker generates its own slice of the load. */
    boolean generateSlices() {
        return slices;
    }

    /** Returns true if the command only prints the commands that would start the workers. */
    boolean prints() {
        return prints;
    }

    /**
     * Returns the workers; empty if this process sends the requests.
     *
     * @throws IllegalArgumentException if an option is wrong, or options need {@code --on}
     */
    Optional<Workers> workers() throws IOException {
        if (launcher == null) {
            requireNone();
            return Optional.empty();
        }
        SubmitOptions.requireLauncher(launcher, secretFile != null);
        Map<String, String> settings = settings();
        Workers.Builder workers =
                Workers.on(launcher, count == null ? Workers.defaultCount(launcher, settings) : count);
        settings.forEach(workers::option);
        if (startTimeout != null) {
            workers.startTimeout(startTimeout);
        }
        if (coordinatorHost != null) {
            workers.address(coordinatorHost);
        }
        if (coordinatorPort != null) {
            workers.port(coordinatorPort);
        }
        if (secretFile != null) {
            workers.secretFile(secretFile);
        }
        if (trustsNetwork) {
            workers.trustedNetwork();
        }
        return Optional.of(workers.build());
    }

    /** Returns the settings of the launcher. Newlines separate the values of a repeated setting. */
    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String each : options) {
            int equal = each.indexOf('=');
            if (equal < 1) {
                throw new IllegalArgumentException(
                        "--launcher-option must have the form KEY=VALUE: got '" + each + "'");
            }
            settings.merge(
                    each.substring(0, equal), each.substring(equal + 1), (first, second) -> first + "\n" + second);
        }
        set(settings, "hosts", hosts);
        set(settings, "partition", partition);
        set(settings, "time", time);
        set(settings, "slurm", slurm);
        set(settings, "container-image", containerImage);
        return settings;
    }

    private static void set(Map<String, String> settings, String name, @Nullable String value) {
        if (value != null) {
            settings.put(name, value);
        }
    }

    private void requireNone() {
        Map<String, Boolean> given = new LinkedHashMap<>();
        given.put("--workers", count != null);
        given.put("--hosts", hosts != null);
        given.put("--slices", slices);
        given.put("--partition", partition != null);
        given.put("--time", time != null);
        given.put("--slurm", slurm != null);
        given.put("--container-image", containerImage != null);
        given.put("--launcher-option", !options.isEmpty());
        given.put("--start-timeout", startTimeout != null);
        given.put("--coordinator-host", coordinatorHost != null);
        given.put("--coordinator-port", coordinatorPort != null);
        given.put("--coordinator-secret-file", secretFile != null);
        given.put("--trusted-network", trustsNetwork);
        given.put("--print", prints);
        given.forEach((name, isGiven) -> {
            if (isGiven) {
                throw new IllegalArgumentException(
                        name + " applies only to workers: give --on too, or leave out " + name);
            }
        });
    }

    /** Passes the workers to a benchmark, and checks the options of their launcher. */
    void applyTo(Benchmark.Builder benchmark, Path output) throws IOException {
        Optional<Workers> workers = workers();
        if (workers.isPresent()) {
            workers.get().describe(output);
            if (!slices) {
                benchmark.on(workers.get());
            }
        }
    }

    /** Returns the commands that would start the workers. Empty if {@link #prints} is false, or there are no workers. */
    Optional<String> printed(Path output) throws IOException {
        Optional<Workers> workers = workers();
        return prints && workers.isPresent() ? Optional.of(workers.get().describe(output)) : Optional.empty();
    }

    /** Accepts a value that starts with the name of an option of this command, by a space before it, which the value does not keep. */
    static final class OptionText implements IParameterPreprocessor, ITypeConverter<String> {

        @Override
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            if (!arguments.isEmpty()) {
                arguments.push(" " + arguments.pop());
            }
            return false;
        }

        @Override
        public String convert(String value) {
            return value.strip();
        }
    }
}
