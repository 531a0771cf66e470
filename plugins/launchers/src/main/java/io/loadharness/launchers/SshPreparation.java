// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks Java on a host, and copies the program to the host if it is missing there. */
final class SshPreparation {

    /** The maximum time without progress. A host reports nothing while it computes the hashes of its copy. */
    private static final Duration MAX_SILENCE = Duration.ofMinutes(2);

    private final SshCommand ssh;
    private final Consumer<String> messages;
    private final Duration maxSilence;
    private final String script;

    SshPreparation(SshCommand ssh, Consumer<String> messages) throws IOException {
        this(ssh, messages, MAX_SILENCE);
    }

    SshPreparation(SshCommand ssh, Consumer<String> messages, Duration maxSilence) throws IOException {
        this.ssh = ssh;
        this.messages = messages;
        this.maxSilence = maxSilence;
        this.script = String.join(
                "; ",
                Shell.script("prepare.sh")
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .toList());
    }

    String remoteCommand(String hash, String java) {
        return "exec sh -c " + Shell.quote(script) + " sh " + Shell.quote(hash) + " " + Shell.quote(java);
    }

    /**
     * Prepares a host.
     *
     * @return true if the program was copied; false if the host already had it
     * @throws IOException if the host cannot be used; the message is one sentence with the remedy
     */
    boolean prepare(String host, ProgramBundle bundle, String java) throws IOException, InterruptedException {
        Process process;
        try {
            process = Shell.inOwnSession(ssh.words(host, remoteCommand(bundle.hash(), java)))
                    .start();
        } catch (IOException e) {
            throw SshCommand.notFound(e);
        }
        AtomicLong progress = new AtomicLong(System.nanoTime());
        AtomicReference<@Nullable String> refusal = new AtomicReference<>();
        Set<String> reports = ConcurrentHashMap.newKeySet();
        try {
            ProcessMessages errors = ProcessMessages.of(process.getErrorStream());
            ProcessMessages output = ProcessMessages.of(process.getInputStream(), report -> {
                progress.set(System.nanoTime());
                reports.add(report);
                if (report.startsWith("java")) {
                    unusableJava(host, java, report.substring(4).strip()).ifPresent(refusal::set);
                } else if (report.equals("missing") && refusal.get() == null) {
                    copy(bundle, host, process.getOutputStream(), progress);
                }
            });
            boolean ended = false;
            while (!ended) {
                ended = output.awaitEnd();
                String refused = refusal.get();
                if (refused != null) {
                    throw new IOException(refused);
                }
                if (!ended && System.nanoTime() - progress.get() > maxSilence.toNanos()) {
                    throw new IOException("the host " + host + " made no progress for " + maxSilence.toSeconds()
                            + " s while it checked or received the program: check that `ssh " + host
                            + " ls .cache/loadharness` responds");
                }
            }
            int code = process.waitFor();
            if (reports.contains("present") || reports.contains("copied")) {
                return reports.contains("copied");
            }
            if (reports.isEmpty()) {
                SshCommand.requireFound(code, errors.text());
            }
            if (reports.isEmpty() && code == 255) {
                throw new IOException(SshCommand.explain(host, errors.text()));
            }
            throw new IOException("the program could not be copied to " + host + ":~/.cache/loadharness/programs ("
                    + (reports.contains("damaged") ? "it arrived damaged" : reason(errors.text(), code))
                    + "): check the space and the permissions there, and that sh, tar and sha256sum exist");
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns the last message of a host, but ignores the line that tar writes after its messages about files. */
    private static String reason(String messages, int code) {
        return messages.lines()
                .filter(line -> !line.contains(" previous errors"))
                .reduce("exit code " + code, (first, second) -> second);
    }

    private void copy(ProgramBundle bundle, String host, OutputStream in, AtomicLong progress) {
        try (OutputStream out = new FilterOutputStream(in) {
            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                in.write(bytes, from, count);
                progress.set(System.nanoTime());
            }
        }) {
            messages.accept(
                    "Copying LoadHarness (" + bundle.megabytes() + " MB) to " + host + ". Later runs use this copy.");
            bundle.writeTar(out);
        } catch (IOException e) {
            // The host ended the copy. The message of the host explains the failure better.
        }
    }

    /** Returns one sentence with the remedy if the host has no Java, or a Java that is too old; otherwise empty. */
    private static Optional<String> unusableJava(String host, String java, String version) {
        if (version.isEmpty()) {
            return Optional.of("the host " + host + " has no Java at `" + java
                    + "`: install Java 17 or newer there, or set --launcher-option java to its full path");
        }
        boolean old;
        try {
            old = Integer.parseInt(version) < 17;
        } catch (NumberFormatException e) {
            old = true; // for example 1.8
        }
        return old
                ? Optional.of(
                        "the host " + host + " has Java " + version + " at `" + java
                                + "`, which is too old: install Java 17 or newer there, or set --launcher-option java to its full path")
                : Optional.empty();
    }
}
