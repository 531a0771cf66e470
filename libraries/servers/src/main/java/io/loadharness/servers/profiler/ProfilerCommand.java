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
 * Runs the commands of a profiler for a server.
 *
 * @param name of the profiler, for messages
 * @param limit how long each may take
 */
record ProfilerCommand(String name, ProfiledServer server, Duration limit) {

    private static final int MOST_WIDTH = 200;
    private static final Duration AFTER_TERM = Duration.ofSeconds(10);

    /** Runs one to its end. */
    void run(String what, List<String> command) throws ProfilerException, InterruptedException {
        start(what, command).await();
    }

    /** Starts one that may go on. */
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

    /** The last thing that it said. */
    private String lastLine() {
        try (Stream<String> lines = Files.lines(server.log(), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> !line.isBlank())
                    .reduce((one, next) -> next)
                    .map(line -> line.replaceAll("\\p{Cntrl}", " ").strip())
                    .map(line -> "; it said: " + (line.length() > MOST_WIDTH ? line.substring(0, MOST_WIDTH) : line))
                    .orElse("");
        } catch (IOException | UncheckedIOException e) {
            return "";
        }
    }

    /** A command that was started. */
    final class Started {

        private final String what;
        private final Process process;

        private Started(String what, Process process) {
            this.what = what;
            this.process = process;
        }

        /** Returns when it has ended well. */
        void await() throws ProfilerException, InterruptedException {
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                String said = lastLine();
                kill();
                throw new ProfilerException(failed(what) + "it had not ended after " + limit.toSeconds() + " s" + said
                        + " (log: " + server.log() + ")");
            }
            if (process.exitValue() != 0) {
                throw new ProfilerException(failed(what) + "exit code " + process.exitValue() + lastLine() + " (log: "
                        + server.log() + ")");
            }
        }

        /** Tells it to end, and returns when it has; it must not have ended badly before. */
        void end() throws ProfilerException, InterruptedException {
            if (!process.isAlive()) {
                await();
                return;
            }
            List<ProcessHandle> family = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .toList();
            family.forEach(ProcessHandle::destroy);
            try {
                CompletableFuture.allOf(
                                family.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                        .get(limit.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException e) {
                family.forEach(ProcessHandle::destroyForcibly);
                throw new ProfilerException(
                        failed("stop") + "it did not end " + limit.toSeconds() + " s after TERM, and was killed", e);
            }
        }

        private void kill() throws InterruptedException {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.waitFor(AFTER_TERM.toNanos(), TimeUnit.NANOSECONDS);
        }
    }
}
