// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Python script of the benchmarks with its packages, in a virtual environment inside the {@link BenchFolder}. */
final class PythonProgram {

    private final Path python;
    private final Path script;

    private PythonProgram(Path python, Path script) {
        this.python = python;
        this.script = script;
    }

    /**
     * Installs the packages.
     *
     * @param script the script, a resource of this package
     * @throws IOException if Python is missing or pip fails; the message contains the cause
     */
    static PythonProgram install(BenchFolder benchFolder, String script, List<String> packages) throws IOException {
        return install(benchFolder, script, packages, Map.of());
    }

    /** Does the same with environment variables for pip. */
    static PythonProgram install(
            BenchFolder benchFolder, String script, List<String> packages, Map<String, String> variables)
            throws IOException {
        Path environment = benchFolder.folder().resolve("python");
        Program.run(List.of("python3", "-m", "venv", environment.toString()));
        Path python = environment.resolve("bin/python");
        List<String> install = new ArrayList<>(List.of(python.toString(), "-m", "pip", "install", "--quiet"));
        install.addAll(packages);
        Program.run(install, variables);
        Path copy = benchFolder.folder().resolve(script);
        try (InputStream source = PythonProgram.class.getResourceAsStream(script)) {
            Files.copy(source, copy);
        }
        return new PythonProgram(python, copy);
    }

    /** Runs the script to its end and returns its output. */
    String run(List<String> arguments) throws IOException {
        return Program.run(command(arguments));
    }

    /** Starts the script as a child process that handles requests. */
    ChildProgram start(String... arguments) throws IOException {
        return ChildProgram.start(script.getFileName().toString(), command(List.of(arguments)));
    }

    private List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(python.toString(), script.toString()));
        command.addAll(arguments);
        return command;
    }
}
