// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.cluster.WorkerState;
import io.loadharness.cluster.WorkerState.Phase;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One worker on another host, with its ssh connection. Thread-safe. */
final class SshWorker {

    private static final int UNKNOWN = -1;

    private final int rank;
    private final String host;
    private final Path log;
    private final Process ssh;
    private final ProcessMessages messages;
    private final CountDownLatch started = new CountDownLatch(1);
    private volatile boolean running;
    private volatile boolean stopping;
    private volatile int exitCode = UNKNOWN;
    private volatile boolean memoryKill;

    private SshWorker(int rank, String host, Path log, Process ssh) {
        this.rank = rank;
        this.host = host;
        this.log = log;
        this.ssh = ssh;
        this.messages = ProcessMessages.of(ssh.getErrorStream(), this::report);
    }

    static SshWorker start(int rank, String host, Path log, List<String> words, String secret) throws IOException {
        Process ssh;
        try {
            ssh = Shell.inOwnSession(words)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw SshCommand.notFound(e);
        }
        SshWorker worker = new SshWorker(rank, host, log, ssh);
        worker.write(secret);
        return worker;
    }

    private void report(String report) {
        if (report.startsWith("started ")) {
            running = true;
            started.countDown();
        } else if (report.equals("oom")) {
            memoryKill = true;
        } else if (report.startsWith("ended ")) {
            exitCode = Integer.parseInt(report.substring("ended ".length()).strip());
        }
    }

    private void write(String line) {
        try {
            OutputStream in = ssh.getOutputStream();
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            // The connection has ended. The state contains the reason.
        }
    }

    /** Waits until the host has started the process. */
    void awaitStart(Duration limit) throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!started.await(20, TimeUnit.MILLISECONDS)) {
            if (!ssh.isAlive()) {
                messages.awaitEnd();
                if (running) {
                    return;
                }
                throw new IOException(startFailure(ssh.exitValue()));
            }
            if (System.nanoTime() - end > 0) {
                throw new IOException("the host " + host + " accepted the login, but did not start the worker within "
                        + limit.toSeconds() + " s: check that `ssh " + host + " true` works");
            }
        }
    }

    private String startFailure(int code) {
        if (code == 255) {
            return SshCommand.explain(host, messages.now());
        }
        String reason = messages.now().lines().reduce(ProcessEnd.explain(code), (first, second) -> second);
        return host + " could not start the worker (" + reason
                + "): check the space and the permissions of ~/.cache/loadharness there";
    }

    WorkerState state() {
        if (ssh.isAlive()) {
            return running
                    ? new WorkerState(rank, Phase.RUNNING, "on " + host)
                    : new WorkerState(rank, Phase.PENDING, "connecting to " + host);
        }
        return new WorkerState(rank, Phase.ENDED, end());
    }

    private String end() {
        try {
            messages.awaitEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int code = exitCode;
        if (code != UNKNOWN) {
            String cause = stopping ? "" : ProcessEnd.cause(code, memoryKill, host, lastLines());
            return ProcessEnd.explain(code) + " on " + host
                    + (stopping || !cause.isEmpty() ? cause : ProcessEnd.hint(code, host));
        }
        int local = ssh.exitValue();
        if (local == 255) {
            return "lost with the ssh connection to " + host + ": " + SshCommand.explain(host, messages.now());
        }
        return "lost with the ssh connection to " + host + ": the local ssh was " + ProcessEnd.explain(local);
    }

    String lastLines() {
        return WorkerLogs.lastLines(log);
    }

    void askToStop(Duration grace) {
        stopping = true;
        write("stop " + (grace.toMillis() + 999) / 1000);
    }

    /** Waits until the connection has ended or the deadline is reached, and then kills ssh. If the worker still runs, the host kills it. */
    void awaitEnd(long deadline) {
        boolean interrupted = false;
        try {
            while (ssh.isAlive()) {
                long left = deadline - System.nanoTime();
                try {
                    if (left <= 0 || ssh.waitFor(left, TimeUnit.NANOSECONDS)) {
                        break;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            ssh.destroyForcibly();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
