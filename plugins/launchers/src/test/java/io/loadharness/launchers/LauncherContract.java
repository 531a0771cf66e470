// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.cluster.LaunchRequest;
import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.Launcher;
import io.loadharness.cluster.WorkerState;
import io.loadharness.cluster.WorkerState.Phase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules for every launcher, on real processes. */
abstract class LauncherContract {

    static final String SECRET = "s3cret-of-this-run-0123456789abcdef";
    static final Path CLASSES = Path.of("target/test-classes").toAbsolutePath();

    private static final Pattern READY = Pattern.compile("rank (\\d+) pid (\\d+) secret (\\S+) words (\\S+)");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path temporary;

    private final List<LaunchedWorkers> started = new ArrayList<>();

    abstract Launcher launcher();

    /** Returns the options that the launcher needs for three workers. */
    abstract Map<String, String> options();

    /** Returns the command that runs a program at the place of the user. */
    abstract List<String> userSide(List<String> command);

    /** Fails if files or jobs of workers are left. */
    abstract void checkNothingIsLeft() throws Exception;

    @AfterEach
    void stopAll() {
        started.forEach(LaunchedWorkers::close);
    }

    Path logs() throws IOException {
        return Files.createDirectories(temporary.resolve("output/logs"));
    }

    LaunchRequest request(int workers, Map<String, String> more, String... arguments) throws IOException {
        Map<String, String> options = new HashMap<>(options());
        options.putAll(more);
        List<String> all = new ArrayList<>(List.of("two words", "it's $HOME"));
        all.addAll(List.of(arguments));
        return new LaunchRequest(workers, List.of(CLASSES), TestWorker.class.getName(), all, SECRET, options, logs());
    }

    LaunchedWorkers start(int workers, String... arguments) throws Exception {
        return start(request(workers, Map.of(), arguments));
    }

    LaunchedWorkers start(LaunchRequest request) throws Exception {
        LaunchedWorkers workers = launcher().start(request);
        started.add(workers);
        return workers;
    }

    static <T> T await(Callable<T> value, java.util.function.Predicate<T> condition) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        T last = value.call();
        while (!condition.test(last)) {
            assertThat(System.nanoTime() - end)
                    .as("time is over, last value: %s", last)
                    .isNegative();
            Thread.sleep(50);
            last = value.call();
        }
        return last;
    }

    String log(int rank) throws IOException {
        Path log = logs().resolve("worker-" + rank + ".log");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    /** Waits until a worker has reported itself, and returns its process id. */
    long pid(int rank) throws Exception {
        String log = await(() -> log(rank), text -> READY.matcher(text).find() && text.contains("ready " + rank));
        Matcher ready = READY.matcher(log);
        assertThat(ready.find()).isTrue();
        assertThat(ready.group(1)).isEqualTo(Integer.toString(rank));
        assertThat(ready.group(3)).isEqualTo(TestWorker.hash(SECRET));
        assertThat(ready.group(4)).isEqualTo("true");
        return Long.parseLong(ready.group(2));
    }

    List<Long> pids(int workers) throws Exception {
        List<Long> pids = new ArrayList<>();
        for (int rank = 0; rank < workers; rank++) {
            pids.add(pid(rank));
        }
        return pids;
    }

    static void awaitEnd(List<Long> pids) throws Exception {
        await(() -> pids.stream().filter(Bed::runs).toList(), List::isEmpty);
    }

    WorkerState awaitEnd(LaunchedWorkers workers, int rank) throws Exception {
        return await(() -> workers.states().get(rank), state -> state.phase() == Phase.ENDED);
    }

    @Test
    void startsWorkersThatAreAllDifferent() throws Exception {
        LaunchedWorkers workers = start(3);
        List<Long> pids = pids(3);
        assertThat(new TreeSet<>(pids)).hasSize(3);
        assertThat(workers.states()).extracting(WorkerState::rank).containsExactly(0, 1, 2);
        assertThat(workers.states()).extracting(WorkerState::phase).containsOnly(Phase.RUNNING);
        assertThat(workers.states()).extracting(WorkerState::sentence).doesNotContain("");
        for (int rank = 0; rank < 3; rank++) {
            assertThat(workers.lastLines(rank)).contains("ready " + rank);
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(logs().resolve("worker-" + rank + ".log"))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void stopLeavesNothing() throws Exception {
        LaunchedWorkers workers = start(3);
        List<Long> pids = pids(3);
        workers.stop(Duration.ofSeconds(10));
        assertThat(pids).noneMatch(Bed::runs);
        assertThat(workers.states()).extracting(WorkerState::phase).containsOnly(Phase.ENDED);
        workers.close();
        checkNothingIsLeft();
        assertThat(log(1)).contains("ready 1");
    }

    @Test
    void stopKillsWorkersThatDoNotListen() throws Exception {
        LaunchedWorkers workers = start(2, "--deaf");
        List<Long> pids = pids(2);
        workers.stop(Duration.ofSeconds(1));
        awaitEnd(pids);
        checkNothingIsLeft();
    }

    @Test
    void closeStopsAWorkerThatIsSuspended() throws Exception {
        LaunchedWorkers workers = start(2);
        List<Long> pids = pids(2);
        Bed.run(List.of("kill", "-STOP", Long.toString(pids.get(1))));
        workers.close();
        awaitEnd(pids);
        checkNothingIsLeft();
    }

    @Test
    void hidesTheSecret() throws Exception {
        LaunchRequest request = request(3, Map.of());
        assertThat(launcher().describe(request)).doesNotContain(SECRET).contains(TestWorker.class.getName());
        assertThat(request.toString()).doesNotContain(SECRET);
        LaunchedWorkers workers = start(request);
        pids(3);
        assertThat(Bed.processes(TestWorker.class.getName())).isNotEmpty();
        assertThat(Bed.processes(SECRET)).isEmpty();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : processes
                    .filter(path -> path.getFileName().toString().matches("\\d+"))
                    .toList()) {
                for (String file : List.of("environ", "cmdline")) {
                    assertThat(read(process.resolve(file))).doesNotContain(SECRET);
                }
            }
        }
        workers.stop(Duration.ofSeconds(10));
        try (Stream<Path> files = Files.walk(temporary)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(read(file)).as(file.toString()).doesNotContain(SECRET);
            }
        }
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // the process has ended
        }
    }

    @Test
    void explainsAKilledWorker() throws Exception {
        LaunchedWorkers workers = start(3);
        List<Long> pids = pids(3);
        Bed.run(List.of("kill", "-9", Long.toString(pids.get(1))));
        assertThat(awaitEnd(workers, 1).sentence()).contains("killed by signal 9 (SIGKILL)");
        workers.stop(Duration.ofSeconds(10));
        awaitEnd(pids);
    }

    @Test
    void explainsAnExitCode() throws Exception {
        LaunchedWorkers workers = start(3, "--exit", "1");
        assertThat(awaitEnd(workers, 1).sentence()).contains("ended with exit code 7");
        workers.close();
        checkNothingIsLeft();
    }

    @Test
    void namesAnUnknownOption() throws Exception {
        LaunchRequest request = request(2, Map.of("partitoin", "gpu"));
        assertThatThrownBy(() -> start(request))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partitoin");
        assertThatThrownBy(() -> launcher().describe(request)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothingSurvivesTheProcessThatStartedIt() throws Exception {
        User user = startUser(3, Map.of());
        List<Long> pids = pids(3);
        user.process.destroyForcibly().waitFor();
        awaitEnd(pids);
        await(
                () -> {
                    try {
                        checkNothingIsLeft();
                        return "";
                    } catch (AssertionError e) {
                        return e.toString();
                    }
                },
                String::isEmpty);
        try (Stream<Path> files = Files.walk(temporary)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(read(file)).as(file.toString()).doesNotContain(SECRET);
            }
        }
    }

    /** Starts workers from another process, with the words of a command before it; returns when it says that they started. */
    User startUser(int workers, Map<String, String> more, String... before) throws Exception {
        List<String> command = new ArrayList<>(List.of(before));
        command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LaunchMain.class.getName()));
        command.addAll(List.of(launcher().name(), logs().toString(), Integer.toString(workers), CLASSES.toString()));
        Map<String, String> options = new HashMap<>(options());
        options.putAll(more);
        options.forEach((name, value) -> value.lines().forEach(line -> command.add(name + "=" + line)));
        return new User(userSide(command));
    }

    /** Another process that started workers. */
    static final class User {
        final Process process;
        final List<String> output = new ArrayList<>();

        User(List<String> command) throws Exception {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().write((SECRET + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            Thread reader = new Thread(() -> process.inputReader().lines().forEach(line -> {
                synchronized (output) {
                    output.add(line);
                }
            }));
            reader.setDaemon(true);
            reader.start();
            awaitLine("started");
        }

        List<String> lines() {
            synchronized (output) {
                return List.copyOf(output);
            }
        }

        void awaitLine(String part) throws Exception {
            await(this::lines, lines -> lines.stream().anyMatch(line -> line.contains(part)));
        }

        /** Lets the process write the states of its workers until they contain a text. */
        void awaitState(String part) throws Exception {
            await(
                    () -> {
                        process.getOutputStream().write('\n');
                        process.getOutputStream().flush();
                        return lines();
                    },
                    lines -> lines.stream().anyMatch(line -> line.contains(part)));
        }
    }
}
