// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The workers that send the requests of a run, and the launcher that starts them. Immutable.
 *
 * <pre>{@code
 * Benchmark.builder().endpoint("http://server:8000").on(Workers.local(4))
 *
 * Workers remote = Workers.on("ssh", 3).option("hosts", "n1,n2,n3").build();
 * }</pre>
 */
public final class Workers {

    /** The folder for the output of the workers, in the folder with the results of a run. */
    public static final String LOG_FOLDER = "workers";

    /** The default maximum time for the workers to start and to connect. */
    public static final Duration DEFAULT_START_TIMEOUT = Duration.ofMinutes(2);

    /** The maximum number of workers. */
    public static final int MAX_WORKERS = 10_000;

    private final Launcher launcher;
    private final int count;
    private final Map<String, String> options;
    private final Duration startTimeout;
    private final Optional<String> address;
    private final int port;
    private final Optional<Path> secretFile;
    private final boolean trustsNetwork;

    private Workers(Builder builder) {
        launcher = builder.launcher;
        count = builder.count;
        options = Map.copyOf(builder.options);
        startTimeout = builder.startTimeout;
        address = builder.address;
        port = builder.port;
        secretFile = builder.secretFile;
        trustsNetwork = builder.trustsNetwork;
    }

    /** Returns workers that are processes on this machine. Needs {@code harness-launchers} on the class path. */
    public static Workers local(int count) {
        return on("local", count).build();
    }

    /**
     * Returns a builder.
     *
     * @param launcherName the name of a {@link Launcher}, such as {@code local}
     * @param count the number of workers
     * @throws IllegalArgumentException if no launcher has this name, or the count is out of range
     */
    public static Builder on(String launcherName, int count) {
        return new Builder(launcher(launcherName), count);
    }

    /** Returns a builder for workers of a launcher that is not registered as a service. */
    public static Builder on(Launcher launcher, int count) {
        return new Builder(launcher, count);
    }

    /**
     * Returns the default number of workers of a launcher, for example one for each host.
     *
     * @throws IllegalArgumentException if no launcher has this name, or an option is missing or out of range
     */
    public static int defaultCount(String launcherName, Map<String, String> options) throws IOException {
        return launcher(launcherName).defaultWorkers(options);
    }

    /** Returns the names of the launchers that are installed, in alphabetical order. */
    public static List<String> launcherNames() {
        return launchers().stream().map(Launcher::name).sorted().toList();
    }

    private static Launcher launcher(String name) {
        return launchers().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown launcher '" + name + "' for workers; allowed: " + String.join(", ", launcherNames())));
    }

    private static List<Launcher> launchers() {
        List<Launcher> all = new ArrayList<>();
        ServiceLoader.load(Launcher.class).forEach(all::add);
        return all;
    }

    /** Returns the name of the launcher. */
    public String launcherName() {
        return launcher.name();
    }

    /** Returns the number of workers. */
    public int count() {
        return count;
    }

    /** Returns the maximum time in which all workers must connect. */
    public Duration startTimeout() {
        return startTimeout;
    }

    /**
     * Returns the commands or the script that would start the workers. The text contains no secret.
     *
     * @param output the folder for the results of the run
     * @throws IllegalArgumentException if an option of the launcher is missing, unknown or out of range
     */
    public String describe(Path output) throws IOException {
        String place = address.orElse("COORDINATOR") + ":" + (port == 0 ? "PORT" : port);
        return launcher.describe(request(place, "SECRET", output.resolve(LOG_FOLDER), message -> {}));
    }

    Launcher launcher() {
        return launcher;
    }

    Optional<String> address() {
        return address;
    }

    Optional<Path> secretFile() {
        return secretFile;
    }

    int port() {
        return port;
    }

    /** Returns true if the connections to workers on other machines are not encrypted. */
    public boolean trustsNetwork() {
        return trustsNetwork;
    }

    LaunchRequest request(String addresses, String secret, Path logs, Consumer<String> messages) {
        return new LaunchRequest(
                count,
                classPath(System.getProperty("java.class.path"), System.getProperty("jdk.module.path", "")),
                WorkerProgram.class.getName(),
                List.of("--connect", addresses, "--connect-seconds", String.valueOf(startTimeout.toSeconds())),
                secret,
                options,
                logs,
                messages);
    }

    /**
     * Returns the class path of a worker: the class path and the modules of this process. A folder on the module path is a module, or
     * contains modules.
     */
    static List<Path> classPath(String classPath, String modulePath) {
        List<Path> all = new ArrayList<>(entries(classPath));
        for (Path each : entries(modulePath)) {
            if (Files.isDirectory(each) && !Files.exists(each.resolve("module-info.class"))) {
                try (Stream<Path> modules = Files.list(each)) {
                    modules.sorted().forEach(all::add);
                } catch (IOException e) {
                    throw new UncheckedIOException("the folder " + each + " of the module path cannot be read", e);
                }
            } else {
                all.add(each);
            }
        }
        return all;
    }

    private static List<Path> entries(String path) {
        return Stream.of(path.split(File.pathSeparator, -1))
                .filter(each -> !each.isEmpty())
                .map(each -> Path.of(each).toAbsolutePath().normalize())
                .toList();
    }

    @Override
    public String toString() {
        return count + (count == 1 ? " worker on " : " workers on ") + launcherName();
    }

    /** A builder of workers. Not thread-safe. */
    public static final class Builder {

        private final Launcher launcher;
        private final int count;
        private final Map<String, String> options = new LinkedHashMap<>();
        private Duration startTimeout = DEFAULT_START_TIMEOUT;
        private Optional<String> address = Optional.empty();
        private int port;
        private Optional<Path> secretFile = Optional.empty();
        private boolean trustsNetwork;

        private Builder(Launcher launcher, int count) {
            this.launcher = Objects.requireNonNull(launcher, "launcher");
            if (count < 1 || count > MAX_WORKERS) {
                throw new IllegalArgumentException(
                        "the number of workers must be 1 to " + MAX_WORKERS + ": got " + count);
            }
            this.count = count;
        }

        /** Sets an option of the launcher, such as {@code hosts} or {@code partition}. */
        public Builder option(String name, String value) {
            options.put(name, value);
            return this;
        }

        /** Sets the maximum time in which all workers must connect. Default: 2 minutes. */
        public Builder startTimeout(Duration limit) {
            if (limit.isZero() || limit.isNegative()) {
                throw new IllegalArgumentException("startTimeout must be positive: got " + limit);
            }
            startTimeout = limit;
            return this;
        }

        /** Sets the host name or address to which workers connect. Default: workers try all addresses of this machine. */
        public Builder address(String host) {
            address = Optional.of(host);
            return this;
        }

        /** Sets the port to which workers connect. Default: any free port. */
        public Builder port(int value) {
            if (value < 0 || value > 65_535) {
                throw new IllegalArgumentException("the port of the coordinator must be 0 to 65535: got " + value);
            }
            port = value;
            return this;
        }

        /**
         * Sets a file with the secret of the run: one line with a token, a space, and the word {@code any}. Default: a new random token.
         * This setting is necessary only if the workers must have the secret before the coordinator starts.
         */
        public Builder secretFile(Path file) {
            secretFile = Optional.of(file);
            return this;
        }

        /**
         * Turns off the encryption of the connections to workers on other machines. Without encryption, all programs that can read the
         * network traffic can read prompts, responses and keys of servers. Reports contain a warning.
         */
        public Builder trustedNetwork() {
            trustsNetwork = true;
            return this;
        }

        /**
         * Builds the workers. Does not start them.
         *
         * @throws IllegalArgumentException if {@link #trustedNetwork} or {@link #address} does not apply to these workers
         */
        public Workers build() {
            if (trustsNetwork && launcher.isLocal()) {
                throw new IllegalArgumentException("--trusted-network does not apply to workers on this machine, whose"
                        + " connections are not encrypted: leave it out");
            }
            if (address.isPresent() && launcher.isLocal()) {
                throw new IllegalArgumentException("--coordinator-host does not apply to workers on this machine, which"
                        + " always connect to it locally: leave it out");
            }
            if (trustsNetwork && secretFile.isPresent()) {
                throw new IllegalArgumentException("--trusted-network does not apply to workers with"
                        + " --coordinator-secret-file, which always encrypt their connections: leave it out");
            }
            return new Workers(this);
        }
    }
}
