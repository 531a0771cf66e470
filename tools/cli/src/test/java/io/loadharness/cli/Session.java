// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The exit code and the output of a command. */
public record Session(int exitCode, String out, String err) {

    public static Session of(String... arguments) {
        return of(Map.of(), arguments);
    }

    /** Runs a command with only these environment variables for options. */
    public static Session of(Map<String, String> environment, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Harness.execute(environment, new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new Session(exitCode, out.toString(), err.toString());
    }

    /** Starts a command in a thread of its own: common pools have too few threads for commands that wait. */
    public static CompletableFuture<Session> start(String... arguments) {
        return start(() -> of(arguments));
    }

    /** Starts a task in a thread of its own. */
    public static <T> CompletableFuture<T> start(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, command -> new Thread(command, "background-command").start());
    }

    /** Returns the standard output, with tables as plain columns. */
    public String plainOut() {
        return plain(out);
    }

    /** Returns a text with tables as plain columns. */
    public static String plain(String text) {
        return text.lines()
                .map(line -> line.startsWith("|")
                        ? line.substring(1, line.length() - 1).replace('|', ' ').strip()
                        : line)
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    public List<String> outLines() {
        return out.lines().toList();
    }

    public List<String> errLines() {
        return err.lines().toList();
    }
}
