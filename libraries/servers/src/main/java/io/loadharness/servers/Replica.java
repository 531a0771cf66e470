// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One started server.
 *
 * @param index the number of the replica, from 0
 * @param host the host on which the server listens
 * @param port the port on which the server listens
 * @param devices the devices that the server can use; empty for all devices
 * @param log the file with the output of the server
 * @param pid the PID of the first process of the server
 * @param started the start time of the first process, which distinguishes this process from later processes with the same PID
 */
public record Replica(int index, String host, int port, List<String> devices, Path log, long pid, long started) {

    /** Copies the list of devices. */
    public Replica {
        devices = List.copyOf(devices);
    }

    /** Returns the URL at which this machine reaches the server. */
    public String url() {
        return url(host, port);
    }

    /** Returns true if the first process of the server is running. */
    public boolean isAlive() {
        return process().living().isPresent();
    }

    /** Returns the current CPU and memory usage; empty if the first process has ended or if the system does not report the usage. */
    public Optional<ServerUsage> use() {
        return ServerUsage.of(process());
    }

    /** Returns the last lines of the log. These lines may contain secrets. */
    public List<String> lastLines(int count) {
        return lastLines(count, UnaryOperator.identity());
    }

    /** Returns the last lines of the log, with secrets replaced by a mask such as {@code logMask::line}. */
    public List<String> lastLines(int count, UnaryOperator<String> mask) {
        return new LogFile(log, mask).tail(count);
    }

    /** Returns a follower of the log. The follower first returns the last {@code lines} existing lines, and then new lines. */
    public LogFollower follow(int lines) {
        return follow(lines, UnaryOperator.identity());
    }

    /** Returns a follower like {@link #follow(int)}, with secrets replaced by a mask such as {@code logMask::line}. */
    public LogFollower follow(int lines, UnaryOperator<String> mask) {
        return new LogFollower(new LogFile(log, mask), lines);
    }

    ProcessId process() {
        return new ProcessId(pid, started);
    }

    HealthPage healthPage(String path) {
        return new HealthPage(URI.create(url() + path));
    }

    @Override
    public String toString() {
        return "replica " + index + " at " + url();
    }

    static String url(String host, int port) {
        String reached =
                switch (host) {
                    case "0.0.0.0" -> "127.0.0.1";
                    case "::" -> "::1";
                    default -> host;
                };
        return "http://" + (reached.contains(":") ? "[" + reached + "]" : reached) + ":" + port;
    }
}
