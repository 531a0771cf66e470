// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process on this machine that writes its output to a log. Its standard input stays open until the process is stopped or this JVM ends.
 */
final class LocalProcess {

    private static final int TAIL_BYTES = 2000;

    private final Process process;
    private final Path log;
    private final long memoryKills = ProcessEnd.memoryKills();

    private LocalProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a process.
     *
     * @param log a new file for the output, which only this user may read
     * @param firstLine the first line of the standard input
     * @throws IOException if the program cannot be started; the message names it
     */
    static LocalProcess start(List<String> command, Path log, String firstLine) throws IOException {
        create(log);
        Process process;
        try {
            process = Shell.inOwnSession(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new IOException(command.get(0) + " cannot be started: " + e.getMessage(), e);
        }
        LocalProcess started = new LocalProcess(process, log);
        try {
            OutputStream in = process.getOutputStream();
            in.write((firstLine + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            // the process has ended; its state contains the reason
        }
        return started;
    }

    private static void create(Path log) throws IOException {
        FileAttribute<?>[] onlyOwner =
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0];
        Files.deleteIfExists(log);
        Files.createFile(log, onlyOwner);
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Returns a text with the id of the running process, or with the reason why it ended. */
    String sentence() {
        if (process.isAlive()) {
            return "process " + process.pid();
        }
        int code = process.exitValue();
        return ProcessEnd.explain(code)
                + ProcessEnd.cause(code, ProcessEnd.memoryKills() > memoryKills, "this machine", lastLines());
    }

    /** Returns the end of the log; an empty string if the log cannot be read. */
    String lastLines() {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long from = Math.max(0, file.length() - TAIL_BYTES);
            byte[] tail = new byte[(int) (file.length() - from)];
            file.seek(from);
            file.readFully(tail);
            return new String(tail, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Asks the process to end: closes its standard input, and sends SIGTERM. */
    void stop() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // the process has ended
        }
        process.destroy();
    }

    /** Waits until the process has ended or the deadline is reached. An interrupt ends the wait, and the interrupt flag remains set. */
    void awaitEnd(long deadline) {
        try {
            process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills the process and its children: with a prefix, the worker can be a child, which may be stopped. */
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
