// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One server that was started.
 *
 * @param index from 0
 * @param host where it listens
 * @param devices those that it sees; empty if it sees all
 * @param log what it prints
 * @param pid the number of its first process
 * @param started what tells this process from a later one of the same number
 */
public record Replica(int index, String host, int port, List<String> devices, Path log, long pid, long started) {

    /** A server, and the number of its process. */
    public Replica {
        devices = List.copyOf(devices);
    }

    /** Where it is reached from this machine. */
    public String url() {
        return url(host, port);
    }

    /** Whether its first process lives. */
    public boolean isAlive() {
        return process().living().isPresent();
    }

    /** What its processes take of the machine now; empty if the first is no more, or the system does not tell. */
    public Optional<ServerUse> use() {
        return ServerUse.of(process());
    }

    /** The last lines of its log. */
    public List<String> lastLines(int count) {
        return new LogFile(log).tail(count);
    }

    /** Its log, from some lines before its end on. */
    public LogFollower follow(int lines) {
        return new LogFollower(log, lines);
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
