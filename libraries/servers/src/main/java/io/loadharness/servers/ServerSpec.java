// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.internal.Durations;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Settings for servers to start. Immutable.
 *
 * <pre>{@code
 * ServerSpec spec = ServerSpec.builder("vllm")
 *     .model("meta-llama/Llama-3.1-8B")
 *     .replicas(2)
 *     .devices(List.of(List.of("0"), List.of("1")))
 *     .engineArgs(List.of("--max-model-len", "8192"))
 *     .build();
 * }</pre>
 *
 * @param backend the name of a {@link ServerBackend}
 * @param model the model on the command line
 * @param host the host to listen on
 * @param port the port of the first replica; other replicas use consecutive ports; if 0, all replicas use any free ports
 * @param environment environment variables in addition to those of this process
 * @param workingFolder the working folder; if empty, the working folder of this process
 * @param logFolder the parent folder for logs; each start creates a subfolder for its logs and its state file, see {@link LaunchedServers}
 * @param beforeStart bash commands that run before each replica starts; the server receives the environment variables that these commands
 *     export
 * @param executable the program and its first arguments; if empty, the program of the backend
 * @param engineArgs additional arguments, passed to the server unchanged
 * @param healthPath the path of the health endpoint; if empty, the path of the backend
 * @param healthTimeout the maximum time until a server is ready
 * @param heartbeat the time between two health checks of a ready server
 * @param stopGrace the time between the signals TERM and KILL
 * @param replicas the number of servers
 * @param devices the devices that each replica can use; if empty, each replica can use all devices
 * @param fatalLines patterns for fatal log lines, in addition to the patterns of the backend
 * @param secrets texts that are replaced with {@code ***} in displayed log lines; {@link LogMask} finds further secrets by the names of
 *     variables and arguments
 */
public record ServerSpec(
        String backend,
        Optional<String> model,
        String host,
        int port,
        Map<String, String> environment,
        Optional<Path> workingFolder,
        Path logFolder,
        List<String> beforeStart,
        List<String> executable,
        List<String> engineArgs,
        Optional<String> healthPath,
        Duration healthTimeout,
        Duration heartbeat,
        Duration stopGrace,
        int replicas,
        List<List<String>> devices,
        List<Pattern> fatalLines,
        Set<String> secrets) {

    /** The default folder for logs. */
    public static final Path DEFAULT_LOG_FOLDER = Path.of("loadharness-logs", "servers");

    private static final int MAX_PORT = 65_535;
    private static final int MAX_REPLICAS = 1024;
    private static final Pattern DEVICE = Pattern.compile("\\S+");

    /** Checks the settings. */
    public ServerSpec {
        ServerBackends.named(backend);
        environment = Map.copyOf(environment);
        beforeStart = List.copyOf(beforeStart);
        executable = List.copyOf(executable);
        engineArgs = List.copyOf(engineArgs);
        devices = devices.stream().map(List::copyOf).toList();
        fatalLines = List.copyOf(fatalLines);
        secrets = Set.copyOf(secrets);
        require(!host.isBlank(), "host must not be empty: set a name or an address");
        require(replicas >= 1 && replicas <= MAX_REPLICAS, "replicas must be from 1 to 1024: got " + replicas);
        require(
                port >= 0 && port + replicas - 1 <= MAX_PORT,
                "port must be 0, or from 1 to " + (MAX_PORT - replicas + 1) + ", so that the ports of all replicas are"
                        + " at most " + MAX_PORT + ": got " + port);
        require(
                devices.isEmpty() || devices.size() == replicas,
                "devices must have one entry for each of the " + replicas + " replicas: got " + devices.size());
        devices.stream()
                .flatMap(List::stream)
                .forEach(id -> require(
                        DEVICE.matcher(id).matches(),
                        "a device id must not be empty or contain spaces; write two devices as [0, 1]: got '" + id
                                + "'"));
        healthPath.ifPresent(path -> {
            require(path.startsWith("/"), "health_path must start with /: got " + path);
            require(isOfUrl(path), "health_path must be encoded as in a URL, with %20 for a space: got " + path);
        });
        requirePositive("health_timeout", healthTimeout);
        requirePositive("heartbeat", heartbeat);
        require(!stopGrace.isNegative(), "stop_grace must not be negative: got " + Durations.text(stopGrace));
        environment.forEach((name, value) -> require(
                !name.isEmpty() && name.indexOf('=') < 0 && name.indexOf(0) < 0 && value.indexOf(0) < 0,
                "the name of an environment variable must not be empty or contain =, and neither its name nor its value"
                        + " may contain a NUL character: got '" + name + "'"));
        workingFolder.ifPresent(
                folder -> require(folder.toFile().isDirectory(), "working_folder " + folder + " is not a folder"));
    }

    /** Returns a copy of this spec with additional secrets. */
    public ServerSpec withSecrets(Set<String> more) {
        Set<String> all = new HashSet<>(secrets);
        all.addAll(more);
        return new ServerSpec(
                backend,
                model,
                host,
                port,
                environment,
                workingFolder,
                logFolder,
                beforeStart,
                executable,
                engineArgs,
                healthPath,
                healthTimeout,
                heartbeat,
                stopGrace,
                replicas,
                devices,
                fatalLines,
                all);
    }

    /** Returns a builder for servers of a backend. */
    public static Builder builder(String backend) {
        return new Builder(backend);
    }

    private static void requirePositive(String name, Duration value) {
        require(!value.isNegative() && !value.isZero(), name + " must be positive: got " + Durations.text(value));
    }

    private static boolean isOfUrl(String path) {
        try {
            return new URI(path).toASCIIString().equals(path);
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static void require(boolean valid, String message) {
        if (!valid) {
            throw new IllegalArgumentException(message);
        }
    }

    /** A builder of specs. Not thread-safe. */
    public static final class Builder {

        private final String backend;
        private @Nullable String model;
        private String host = "127.0.0.1";
        private int port;
        private final Map<String, String> environment = new LinkedHashMap<>();
        private @Nullable Path workingFolder;
        private List<String> beforeStart = List.of();
        private Path logFolder = DEFAULT_LOG_FOLDER;
        private List<String> executable = List.of();
        private List<String> engineArgs = List.of();
        private @Nullable String healthPath;
        private Duration healthTimeout = Duration.ofMinutes(10);
        private Duration heartbeat = Duration.ofSeconds(10);
        private Duration stopGrace = Duration.ofSeconds(30);
        private int replicas = 1;
        private List<List<String>> devices = List.of();
        private List<Pattern> fatalLines = List.of();
        private Set<String> secrets = Set.of();

        private Builder(String backend) {
            this.backend = Objects.requireNonNull(backend, "backend");
        }

        /** Sets the model: a name on the Hugging Face Hub, a folder or a file, depending on the backend. */
        public Builder model(String name) {
            model = name;
            return this;
        }

        /** Sets the host to listen on. Default: 127.0.0.1. */
        public Builder host(String name) {
            host = name;
            return this;
        }

        /** Sets the port of the first replica. Other replicas use consecutive ports. Default: 0, which means any free ports. */
        public Builder port(int number) {
            port = number;
            return this;
        }

        /** Adds an environment variable. */
        public Builder environment(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** Sets the working folder of the servers. Default: the working folder of this process. */
        public Builder workingFolder(Path folder) {
            workingFolder = folder;
            return this;
        }

        /** Sets the folder for logs. Default: {@link #DEFAULT_LOG_FOLDER}. */
        public Builder logFolder(Path folder) {
            logFolder = folder;
            return this;
        }

        /** Sets the program and its first arguments. Default: the program of the backend. */
        public Builder executable(List<String> words) {
            executable = words;
            return this;
        }

        /** Sets arguments that are added at the end of the command line. */
        public Builder engineArgs(List<String> words) {
            engineArgs = words;
            return this;
        }

        /** Sets the path of the health endpoint. Default: the path of the backend. */
        public Builder healthPath(String path) {
            healthPath = path;
            return this;
        }

        /** Sets the maximum time until a server is ready. Default: 10 minutes. */
        public Builder healthTimeout(Duration limit) {
            healthTimeout = limit;
            return this;
        }

        /** Sets the time between two health checks of a ready server. Default: 10 s. */
        public Builder heartbeat(Duration interval) {
            heartbeat = interval;
            return this;
        }

        /** Sets the time between the signals TERM and KILL. Default: 30 s. */
        public Builder stopGrace(Duration grace) {
            stopGrace = grace;
            return this;
        }

        /**
         * Sets bash commands that run before each replica starts. The server receives the environment variables that these commands export.
         * If a command fails, the start fails. Default: none.
         */
        public Builder beforeStart(List<String> commands) {
            beforeStart = commands;
            return this;
        }

        /** Sets the number of servers. Default: 1. */
        public Builder replicas(int number) {
            replicas = number;
            return this;
        }

        /** Sets the devices that each replica can use. Default: all devices. */
        public Builder devices(List<List<String>> each) {
            devices = each;
            return this;
        }

        /**
         * Sets patterns of fatal log lines. A fatal line shows that a server will never be ready.
         *
         * @throws IllegalArgumentException if a pattern is not a regular expression
         */
        public Builder fatalLines(List<String> patterns) {
            fatalLines = patterns.stream().map(Builder::pattern).toList();
            return this;
        }

        /** Sets texts, such as API keys, that are replaced with {@code ***} in displayed log lines. */
        public Builder secrets(Set<String> texts) {
            secrets = texts;
            return this;
        }

        private static Pattern pattern(String text) {
            try {
                return Pattern.compile(text);
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not a regular expression: " + e.getDescription(), e);
            }
        }

        /**
         * Builds the spec.
         *
         * @throws IllegalArgumentException if a setting is invalid; the message names the setting
         */
        public ServerSpec build() {
            return new ServerSpec(
                    backend,
                    Optional.ofNullable(model),
                    host,
                    port,
                    environment,
                    Optional.ofNullable(workingFolder),
                    logFolder,
                    beforeStart,
                    executable,
                    engineArgs,
                    Optional.ofNullable(healthPath),
                    healthTimeout,
                    heartbeat,
                    stopGrace,
                    replicas,
                    devices,
                    fatalLines,
                    secrets);
        }
    }
}
