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
 * A temporary folder for logs, removed when it is closed. When the JVM is told to exit, it stops the programs that the bench has
 * started, gives out no further folder, and waits a while for being closed.
 */
final class Workplace implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Path folder;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::abandon, "bench-shutdown");
    private int logs;

    Workplace() throws IOException {
        folder = Files.createTempDirectory("loadharness-bench-");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    Path folder() {
        return folder;
    }

    /** A new folder for the logs of one run. The accuracy log of a run is large, so {@link #remove} it soon. */
    Path newLogs() throws IOException {
        if (JvmShutdown.hasBegun()) {
            throw new IOException("the bench was stopped");
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
            if (!closed.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                remove(folder);
            }
        } catch (UncheckedIOException e) {
            // what still writes there outlives this JVM
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
            // the JVM is shutting down and waits for this
        }
    }
}
