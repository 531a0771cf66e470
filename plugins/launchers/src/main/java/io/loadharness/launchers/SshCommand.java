// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Creates calls of the system's {@code ssh}, and explains its messages. {@code ssh} reads the user's own configuration. */
final class SshCommand {

    private static final String NOT_FOUND =
            "the command `ssh` could not be started: install OpenSSH's client, on Debian and Ubuntu by"
                    + " `sudo apt-get install openssh-client`";

    private final List<String> prefix;
    private final List<String> userOptions;

    SshCommand(List<String> prefix, List<String> userOptions) {
        this.prefix = prefix;
        this.userOptions = userOptions;
    }

    /**
     * Returns the words of the ssh command that runs a command on a host. The user's options come first, because ssh uses the first value
     * of an option.
     */
    List<String> words(String host, String remoteCommand) {
        List<String> words = new ArrayList<>(prefix);
        words.add("ssh");
        for (String option : userOptions) {
            words.add("-o");
            words.add(option);
        }
        words.add("-T");
        for (String option : List.of(
                "BatchMode=yes",
                "ConnectTimeout=10",
                "ServerAliveInterval=5",
                "ServerAliveCountMax=3",
                "ControlMaster=no",
                "ClearAllForwardings=yes",
                "ForwardX11=no",
                "ForwardAgent=no",
                "RemoteCommand=none",
                "LogLevel=ERROR")) {
            words.add("-o");
            words.add(option);
        }
        words.add("--");
        words.add(host);
        words.add(remoteCommand);
        return words;
    }

    static IOException notFound(IOException cause) {
        return new IOException(NOT_FOUND, cause);
    }

    /** Throws an exception with the remedy if {@code setsid} did not find ssh. */
    static void requireFound(int code, String messages) throws IOException {
        if (code == 127 && messages.startsWith("setsid:")) {
            throw new IOException(NOT_FOUND);
        }
    }

    /** Returns one sentence with the reason and the remedy if ssh itself failed (exit code 255). */
    static String explain(String host, String messages) {
        String lower = messages.toLowerCase(Locale.ROOT);
        String detail = detail(messages);
        if (lower.contains("remote host identification has changed")) {
            return "the host key of " + host + " has changed: if that is right, remove the old key with `ssh-keygen -R "
                    + name(host) + "` and connect once with `ssh " + host + "`";
        }
        if (lower.contains("host key verification failed")) {
            return "the host key of " + host + " is unknown: connect once with `ssh " + host + "` and accept the key";
        }
        if (lower.contains("permission denied") || lower.contains("too many authentication failures")) {
            return "the host " + host + " refused the login (" + detail + "): `ssh " + host
                    + "` must work without a password; load your key with `ssh-add`, or install it with `ssh-copy-id "
                    + host + "`";
        }
        if (lower.contains("could not resolve hostname")) {
            return "the host " + host + " has no address (" + detail + "): check --hosts and your ~/.ssh/config";
        }
        if (lower.contains("connection refused")) {
            return "the host " + host + " is reachable, but runs no ssh server (" + detail
                    + "): start sshd there, or set the port in your ~/.ssh/config";
        }
        if (lower.contains("timed out") || lower.contains("no route to host") || lower.contains("unreachable")) {
            return "the host " + host + " is unreachable (" + detail + "): check that it runs, and that `ssh " + host
                    + "` works";
        }
        return "ssh to " + host + " failed (" + (detail.isEmpty() ? "without a message" : detail)
                + "): check that `ssh " + host + " true` works";
    }

    /** Returns the last line that ssh wrote, without a final dot. */
    private static String detail(String messages) {
        List<String> lines = messages.strip().lines().toList();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1).strip().replaceFirst("\\.$", "");
    }

    private static String name(String host) {
        return host.substring(host.indexOf('@') + 1);
    }
}
