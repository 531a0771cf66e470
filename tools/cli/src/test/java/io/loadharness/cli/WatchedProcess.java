// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A child process whose output a test waits for. A wait that fails ends the process. The error contains the output so far and, after a
 * time-out, the threads of each JVM among the process and its children.
 */
final class WatchedProcess implements AutoCloseable {

    /** The limit of a wait. It only ends tests that hang. */
    static final Duration LIMIT = Duration.ofMinutes(4);

    private final Process process;
    private final GrowingText output = new GrowingText();

    private WatchedProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "output of process " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    static WatchedProcess start(ProcessBuilder builder) throws IOException {
        return new WatchedProcess(builder.start());
    }

    private void read() {
        try (Reader reader = process.inputReader(StandardCharsets.UTF_8)) {
            reader.transferTo(output);
        } catch (IOException e) {
            // the process was destroyed
        } finally {
            output.close();
        }
    }

    /** Waits until the process has written a text. */
    void await(String text) throws InterruptedException {
        if (!output.await(text, LIMIT)) {
            throw failure("the process did not write '" + text + "'");
        }
    }

    /** Waits until the process has closed its output, and returns the output. */
    String output() throws InterruptedException {
        if (!output.awaitEnd(LIMIT)) {
            throw failure("the process did not close its output in time");
        }
        return output.toString();
    }

    /** Waits until the process ends, and returns its exit code. */
    int exitCode() throws InterruptedException {
        return exitCode(LIMIT);
    }

    int exitCode(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw failure("the process did not end in time");
        }
        return process.exitValue();
    }

    /** Sends characters to the process. */
    void type(String keys) throws IOException {
        Writer writer = process.outputWriter(StandardCharsets.UTF_8);
        writer.write(keys);
        writer.flush();
    }

    private AssertionError failure(String what) throws InterruptedException {
        boolean ended = output.awaitEnd(Duration.ZERO);
        String threads = ended ? "" : "\nThreads:\n" + threads();
        close();
        return new AssertionError(what + (ended ? "; its output has ended" : "") + ". Output:\n" + output + threads);
    }

    private String threads() {
        return family().filter(each -> each.info()
                        .command()
                        .filter(command -> command.endsWith("java"))
                        .isPresent())
                .map(each -> threads(each.pid()))
                .collect(Collectors.joining("\n"));
    }

    private static String threads(long pid) {
        Path jstack = Path.of(System.getProperty("java.home"), "bin", "jstack");
        try {
            Path file = Files.createTempFile("threads", ".txt");
            try {
                Process dump = new ProcessBuilder(List.of(jstack.toString(), String.valueOf(pid)))
                        .redirectErrorStream(true)
                        .redirectOutput(file.toFile())
                        .start();
                if (!dump.waitFor(30, TimeUnit.SECONDS)) {
                    dump.destroyForcibly();
                }
                return Files.readString(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private Stream<ProcessHandle> family() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }

    @Override
    public void close() {
        family().toList().forEach(ProcessHandle::destroyForcibly);
    }
}
