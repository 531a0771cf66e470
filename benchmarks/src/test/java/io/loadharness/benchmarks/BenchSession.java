// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.Harness;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The exit code and output of a {@code harness bench} call in this JVM. */
record BenchSession(int exitCode, String out, String err) {

    static BenchSession of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Harness.execute(Map.of(), new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new BenchSession(exitCode, out.toString(), err.toString());
    }

    /** Removes the borders of tables from a text. */
    static String plain(String text) {
        return text.lines()
                .map(line -> line.startsWith("|")
                        ? line.substring(1, line.length() - 1).replace('|', ' ').strip()
                        : line)
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    List<String> outLines() {
        return out.lines().toList();
    }

    /** Returns the values that {@code --json} printed. */
    List<JsonNode> figures() throws IOException {
        List<JsonNode> figures = new ArrayList<>();
        for (String line : outLines()) {
            figures.add(new ObjectMapper().readTree(line));
        }
        return figures;
    }

    List<String> errLines() {
        return err.lines().toList();
    }
}
