// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A command line and what came of it. */
public record Session(int exitCode, String out, String err) {

    public static Session of(String... arguments) {
        return of(Map.of(), arguments);
    }

    /** With these variables and no others for what they may say about options. */
    public static Session of(Map<String, String> environment, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Harness.execute(environment, new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new Session(exitCode, out.toString(), err.toString());
    }

    /** What was printed, with tables as bare columns. */
    public String plainOut() {
        return plain(out);
    }

    /** Text with tables as bare columns. */
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
