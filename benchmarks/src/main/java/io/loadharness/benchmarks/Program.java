// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs other programs. */
final class Program {

    private Program() {}

    /**
     * Runs a program to its end.
     *
     * @return the output of the program
     * @throws IOException if the program cannot be started or fails; the message contains the last line of the output
     */
    static String run(List<String> command) throws IOException {
        return run(command, Map.of());
    }

    /** Does the same with additional environment variables. */
    static String run(List<String> command, Map<String, String> variables) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException(Path.of(command.get(0)).getFileName() + " failed: " + lastLine(output, code));
            }
            return output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.get(0) + " ran", e);
        } finally {
            process.destroy();
        }
    }

    /** Returns the last line of an output, or the exit code if there is none. */
    static String lastLine(String output, int code) {
        return output.lines()
                .filter(line -> !line.isBlank())
                .reduce((before, line) -> line)
                .orElse("exit code " + code);
    }
}
