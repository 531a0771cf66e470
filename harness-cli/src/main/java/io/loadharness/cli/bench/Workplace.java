package io.loadharness.cli.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder for logs, removed when it is closed, or when the JVM is told to exit while a bench goes on. */
final class Workplace implements AutoCloseable {

    private final Path folder;
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
            remove(folder);
        } catch (UncheckedIOException e) {
            // a run that just ends still writes there
        }
    }

    @Override
    public void close() {
        remove(folder);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down and does the same
        }
    }
}
