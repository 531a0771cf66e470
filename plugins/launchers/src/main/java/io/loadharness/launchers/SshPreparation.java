// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Checks Java on a host, and copies the program to the host if it is missing there. */
final class SshPreparation {

    private static final String MARK = "loadharness: ";

    private final SshCommand ssh;
    private final String script;

    SshPreparation(SshCommand ssh) throws IOException {
        this.ssh = ssh;
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
        try {
            ProcessMessages messages = ProcessMessages.of(process.getErrorStream());
            boolean present = false;
            boolean damaged = false;
            boolean copied = false;
            boolean reached = false;
            Optional<IOException> broken = Optional.empty();
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.startsWith(MARK)) {
                    continue;
                }
                reached = true;
                String report = line.substring(MARK.length());
                if (report.startsWith("java")) {
                    checkJava(host, java, report.substring(4).strip());
                } else if (report.equals("missing")) {
                    broken = copy(bundle, process.getOutputStream());
                }
                present |= report.equals("present");
                copied |= report.equals("copied");
                damaged |= report.equals("damaged");
            }
            int code = process.waitFor();
            if (present || copied) {
                return copied;
            }
            if (!reached && code == 255) {
                throw new IOException(SshCommand.explain(host, messages.text()), broken.orElse(null));
            }
            throw new IOException(
                    "the program could not be copied to " + host + ":~/.cache/loadharness/programs ("
                            + (damaged ? "it arrived damaged" : messages.lastLine("exit code " + code))
                            + "): check the space and the permissions there, and that sh, tar and sha256sum exist",
                    broken.orElse(null));
        } finally {
            process.destroyForcibly();
        }
    }

    private static Optional<IOException> copy(ProgramBundle bundle, OutputStream out) {
        try (out) {
            bundle.writeTar(out);
            return Optional.empty();
        } catch (IOException e) {
            // The host ended the copy. The message of the host explains the failure better.
            return Optional.of(e);
        }
    }

    private static void checkJava(String host, String java, String version) throws IOException {
        if (version.isEmpty()) {
            throw new IOException("the host " + host + " has no Java at `" + java
                    + "`: install Java 17 or newer there, or set --launcher-option java to its full path");
        }
        boolean old;
        try {
            old = Integer.parseInt(version) < 17;
        } catch (NumberFormatException e) {
            old = true; // for example 1.8
        }
        if (old) {
            throw new IOException(
                    "the host " + host + " has Java " + version + " at `" + java
                            + "`, which is too old: install Java 17 or newer there, or set --launcher-option java to its full path");
        }
    }
}
