// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.internal.JvmShutdown;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A temporary folder for logs. {@link #close} removes the folder. At a JVM shutdown, this object stops the child processes of the
 * benchmark, creates no new folders, and waits a limited time for {@link #close}.
 */
final class BenchFolder implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Path folder;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::abandon, "bench-shutdown");
    private int logs;

    BenchFolder() throws IOException {
        folder = Files.createTempDirectory("loadharness-bench-");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    Path folder() {
        return folder;
    }

    /** Creates a folder for the logs of one run. Call {@link #remove} soon, because accuracy logs are large. */
    Path newLogs() throws IOException {
        if (JvmShutdown.isInProgress()) {
            throw new IOException("the benchmark was stopped");
        }
        return Files.createDirectory(folder.resolve("logs-" + logs++));
    }

    void remove(Path path) {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path + ": " + e.getMessage(), e);
        }
    }

    private void abandon() {
        ProcessHandle.current().children().forEach(ProcessHandle::destroy);
        try {
            if (!closed.await(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                remove(folder);
            }
        } catch (UncheckedIOException e) {
            // the folder remains, because a child process still writes to it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            remove(folder);
        } finally {
            closed.countDown();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down, and its hook waits for this method
        }
    }
}
