// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Which servers to start, and how. Never changes.
 *
 * @param backend the name of a {@link ServerBackend}
 * @param model what the backend gives to its command line
 * @param port of the first replica, the others follow; 0 for free ones
 * @param environment variables beside those of this process
 * @param workingFolder empty for that of this process
 * @param logFolder where each start has a folder of its own, with logs and {@link LaunchedServers}
 * @param executable the program and its first words instead of the backend's; empty for those
 * @param engineArgs words that go to the server as they are
 * @param healthPath instead of the backend's
 * @param healthTimeout how long a server may take to be ready
 * @param heartbeat from one look at a ready server to the next
 * @param stopGrace from TERM to KILL
 * @param replicas how many servers
 * @param devices for each replica those that it sees; empty if it sees all
 * @param fatalLines patterns beside the backend's
 */
public record ServerSpec(
        String backend,
        Optional<String> model,
        String host,
        int port,
        Map<String, String> environment,
        Optional<Path> workingFolder,
        Path logFolder,
        List<String> executable,
        List<String> engineArgs,
        Optional<String> healthPath,
        Duration healthTimeout,
        Duration heartbeat,
        Duration stopGrace,
        int replicas,
        List<List<String>> devices,
        List<Pattern> fatalLines) {

    /** Where logs go unless it is said. */
    public static final Path USUAL_LOG_FOLDER = Path.of("loadharness-logs", "servers");

    private static final int MOST_PORT = 65_535;
    private static final int MOST_REPLICAS = 1024;
    private static final Pattern DEVICE = Pattern.compile("\\S+");

    /** Checks what can be checked without a look at the machine. */
    public ServerSpec {
        ServerBackends.named(backend);
        environment = Map.copyOf(environment);
        executable = List.copyOf(executable);
        engineArgs = List.copyOf(engineArgs);
        devices = devices.stream().map(List::copyOf).toList();
        fatalLines = List.copyOf(fatalLines);
        require(!host.isBlank(), "host is empty and must be a name or an address");
        require(replicas >= 1 && replicas <= MOST_REPLICAS, "replicas is " + replicas + " and must be from 1 to 1024");
        require(
                port >= 0 && port + replicas - 1 <= MOST_PORT,
                "port is " + port + " and must be 0, or from 1 to " + (MOST_PORT - replicas + 1));
        require(
                devices.isEmpty() || devices.size() == replicas,
                "devices must have one entry for each of the " + replicas + " replicas, and has " + devices.size());
        devices.stream()
                .flatMap(List::stream)
                .forEach(id -> require(
                        DEVICE.matcher(id).matches(),
                        "devices has '" + id + "', which is not the id of one device: write [0, 1] for two"));
        healthPath.ifPresent(path -> {
            require(path.startsWith("/"), "health_path must begin with a /");
            require(
                    isOfUrl(path),
                    "health_path is '" + path + "' and must be written as in a URL, which has %20 for a space");
        });
        requirePositive("health_timeout", healthTimeout);
        requirePositive("heartbeat", heartbeat);
        require(!stopGrace.isNegative(), "stop_grace must not be negative");
        environment.forEach((name, value) -> require(
                !name.isEmpty() && name.indexOf('=') < 0 && name.indexOf(0) < 0 && value.indexOf(0) < 0,
                "'" + name + "' cannot be a variable of the environment"));
        workingFolder.ifPresent(
                folder -> require(folder.toFile().isDirectory(), "working_folder: " + folder + " is no folder"));
    }

    /** A builder for servers of a backend. */
    public static Builder builder(String backend) {
        return new Builder(backend);
    }

    private static void requirePositive(String name, Duration value) {
        require(!value.isNegative() && !value.isZero(), name + " must be more than zero");
    }

    private static boolean isOfUrl(String path) {
        try {
            return new URI(path).toASCIIString().equals(path);
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Collects what is not as usual. For one thread. */
    public static final class Builder {

        private final String backend;
        private @Nullable String model;
        private String host = "127.0.0.1";
        private int port;
        private final Map<String, String> environment = new LinkedHashMap<>();
        private @Nullable Path workingFolder;
        private Path logFolder = USUAL_LOG_FOLDER;
        private List<String> executable = List.of();
        private List<String> engineArgs = List.of();
        private @Nullable String healthPath;
        private Duration healthTimeout = Duration.ofMinutes(10);
        private Duration heartbeat = Duration.ofSeconds(10);
        private Duration stopGrace = Duration.ofSeconds(30);
        private int replicas = 1;
        private List<List<String>> devices = List.of();
        private List<Pattern> fatalLines = List.of();

        private Builder(String backend) {
            this.backend = Objects.requireNonNull(backend, "backend");
        }

        /** What is served: a name of the hub, a folder or a file, as the backend takes it. */
        public Builder model(String name) {
            model = name;
            return this;
        }

        /** Where to listen. */
        public Builder host(String name) {
            host = name;
            return this;
        }

        /** The port of the first replica; 0, the default, for free ones. */
        public Builder port(int number) {
            port = number;
            return this;
        }

        /** One more variable. */
        public Builder environment(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** Where the servers run. */
        public Builder workingFolder(Path folder) {
            workingFolder = folder;
            return this;
        }

        /** Where logs go. */
        public Builder logFolder(Path folder) {
            logFolder = folder;
            return this;
        }

        /** The program and its first words, instead of the backend's. */
        public Builder executable(List<String> words) {
            executable = words;
            return this;
        }

        /** Words at the end of the command line. */
        public Builder engineArgs(List<String> words) {
            engineArgs = words;
            return this;
        }

        /** The page that says that a server is ready. */
        public Builder healthPath(String path) {
            healthPath = path;
            return this;
        }

        /** How long a server may take to be ready. */
        public Builder healthTimeout(Duration limit) {
            healthTimeout = limit;
            return this;
        }

        /** From one look at a ready server to the next. */
        public Builder heartbeat(Duration interval) {
            heartbeat = interval;
            return this;
        }

        /** From TERM to KILL. */
        public Builder stopGrace(Duration grace) {
            stopGrace = grace;
            return this;
        }

        /** How many servers. */
        public Builder replicas(int number) {
            replicas = number;
            return this;
        }

        /** For each replica the devices that it sees. */
        public Builder devices(List<List<String>> each) {
            devices = each;
            return this;
        }

        /**
         * Lines after which a server that starts will never be ready.
         *
         * @throws IllegalArgumentException if one is no regular expression
         */
        public Builder fatalLines(List<String> patterns) {
            fatalLines = patterns.stream().map(Builder::pattern).toList();
            return this;
        }

        private static Pattern pattern(String text) {
            try {
                return Pattern.compile(text);
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException("'" + text + "' is no regular expression: " + e.getDescription(), e);
            }
        }

        /**
         * What was collected.
         *
         * @throws IllegalArgumentException if it does not go together; names the key
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
                    executable,
                    engineArgs,
                    Optional.ofNullable(healthPath),
                    healthTimeout,
                    heartbeat,
                    stopGrace,
                    replicas,
                    devices,
                    fatalLines);
        }
    }
}
