// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.internal.JvmShutdown;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A Python script of the benchmarks with its packages, in a virtual environment inside the {@link BenchFolder}. */
final class PythonProgram {

    /** A Python module that runs LoadGen, for the scripts that need it. */
    private static final String LOADGEN_MODULE = "run_loadgen.py";

    private final PythonEnvironment environment;
    private final Path script;

    private PythonProgram(PythonEnvironment environment, Path script) {
        this.environment = environment;
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

    /**
     * Installs one side of a comparison. Prints why and returns nothing if that is not possible, because a machine may have no Python and
     * no network.
     *
     * @param what the packages, for the user
     * @param installation creates the side
     */
    static <T> Optional<T> installed(Progress progress, String what, Contender<T> installation) throws IOException {
        try {
            progress.print("Installing " + what);
            return Optional.of(installation.run());
        } catch (IOException e) {
            if (JvmShutdown.isInProgress()) {
                throw e;
            }
            progress.print("Skipping the comparison with Python: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Does the same with environment variables for pip. */
    static PythonProgram install(
            BenchFolder benchFolder, String script, List<String> packages, Map<String, String> variables)
            throws IOException {
        PythonEnvironment environment =
                PythonEnvironment.install(benchFolder.folder().resolve("python"), "python3", packages, variables);
        copy(LOADGEN_MODULE, environment.folder());
        return new PythonProgram(environment, copy(script, environment.folder()));
    }

    /** Copies a script, a resource of this package, into a folder. Returns the copy. */
    static Path copy(String script, Path folder) throws IOException {
        Path copy = folder.resolve(script);
        try (InputStream source = PythonProgram.class.getResourceAsStream(script)) {
            Files.copy(source, copy, StandardCopyOption.REPLACE_EXISTING);
        }
        return copy;
    }

    /** Returns the path of the Python that has the packages. */
    String python() {
        return environment.program("python");
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
        List<String> command = new ArrayList<>(List.of(python(), script.toString()));
        command.addAll(arguments);
        return command;
    }
}
