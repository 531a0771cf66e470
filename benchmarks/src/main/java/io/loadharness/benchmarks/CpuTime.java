// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures the CPU time of programs and all their descendants, in user and system mode. Requires Linux. */
final class CpuTime {

    private static final String SCRIPT = "cpu_time.py";
    private static final double NANOS_PER_SECOND = 1e9;

    /** A run of a program. */
    record Usage(double seconds, int exitCode, String output) {}

    private final String python;
    private final Path script;
    private final Map<String, String> variables;

    /**
     * Creates an object that measures with a Python script.
     *
     * @param folder an empty folder for the script
     * @param variables additional environment variables of the programs
     */
    CpuTime(String python, Path folder, Map<String, String> variables) throws IOException {
        this.python = python;
        this.script = PythonProgram.copy(SCRIPT, folder);
        this.variables = variables;
    }

    /**
     * Runs a program to its end, whatever its exit code is.
     *
     * @throws IOException if the program cannot be started
     */
    Usage run(List<String> command) throws IOException {
        Path result = script.resolveSibling("cpu-time");
        List<String> measured = new ArrayList<>(List.of(python, script.toString(), result.toString()));
        measured.addAll(command);
        String output = Program.run(measured, variables);
        String[] numbers = Files.readString(result).strip().split(" ", -1);
        return new Usage(Long.parseLong(numbers[1]) / NANOS_PER_SECOND, Integer.parseInt(numbers[0]), output);
    }
}
