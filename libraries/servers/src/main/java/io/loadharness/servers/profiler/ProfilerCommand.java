// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Runs profiler commands for a server.
 *
 * @param name the name of the profiler, for messages
 * @param server the profiled server
 * @param limit the maximum time for each command
 */
record ProfilerCommand(String name, ProfiledServer server, Duration limit) {

    private static final int MAX_WIDTH = 200;
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);

    /** Runs a command and waits for its end. */
    void run(String what, List<String> command) throws ProfilerException, InterruptedException {
        start(what, command).await();
    }

    /** Starts a command that may keep running. */
    Started start(String what, List<String> command) throws ProfilerException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(server.log().toFile()));
        builder.environment().putAll(server.environment());
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return new Started(what, process);
        } catch (IOException e) {
            throw new ProfilerException(failed(what) + e.getMessage(), e);
        }
    }

    private String failed(String what) {
        return name + " did not " + what + " at " + server.name() + ": ";
    }

    /** Returns the last line of the command output, for messages. */
    private String lastLine() {
        try (Stream<String> lines = Files.lines(server.log(), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> !line.isBlank())
                    .reduce((one, next) -> next)
                    .map(line -> line.replaceAll("\\p{Cntrl}", " ").strip())
                    .map(line -> "; last output: " + (line.length() > MAX_WIDTH ? line.substring(0, MAX_WIDTH) : line))
                    .orElse("");
        } catch (IOException | UncheckedIOException e) {
            return "";
        }
    }

    /** A running command. */
    final class Started {

        private final String what;
        private final Process process;

        private Started(String what, Process process) {
            this.what = what;
            this.process = process;
        }

        /** Waits for the end of the command. Throws an exception if the command fails. */
        void await() throws ProfilerException, InterruptedException {
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                String output = lastLine();
                kill();
                throw new ProfilerException(failed(what) + "timeout after " + limit.toSeconds() + " s" + output
                        + " (log: " + server.log() + ")");
            }
            if (process.exitValue() != 0) {
                throw new ProfilerException(failed(what) + "exit code " + process.exitValue() + lastLine() + " (log: "
                        + server.log() + ")");
            }
        }

        /** Terminates the command and waits for its end. Throws an exception if the command had already failed. */
        void end() throws ProfilerException, InterruptedException {
            if (!process.isAlive()) {
                await();
                return;
            }
            List<ProcessHandle> processes = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .toList();
            processes.forEach(ProcessHandle::destroy);
            try {
                CompletableFuture.allOf(
                                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                        .get(limit.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException e) {
                processes.forEach(ProcessHandle::destroyForcibly);
                throw new ProfilerException(
                        failed("stop") + "killed because it did not end within " + limit.toSeconds() + " s after TERM",
                        e);
            }
        }

        private void kill() throws InterruptedException {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.waitFor(KILL_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        }
    }
}
