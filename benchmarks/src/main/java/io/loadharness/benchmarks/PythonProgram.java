// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A script of the bench with the packages that it needs, in a virtual environment inside the {@link Workplace}. */
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
     * @param script a resource of this package
     * @throws IOException if there is no Python or pip cannot install; says which
     */
    static PythonProgram install(Workplace workplace, String script, List<String> packages) throws IOException {
        Path environment = workplace.folder().resolve("python");
        Program.run(List.of("python3", "-m", "venv", environment.toString()));
        Path python = environment.resolve("bin/python");
        List<String> install = new ArrayList<>(List.of(python.toString(), "-m", "pip", "install", "--quiet"));
        install.addAll(packages);
        Program.run(install);
        Path copy = workplace.folder().resolve(script);
        try (InputStream source = PythonProgram.class.getResourceAsStream(script)) {
            Files.copy(source, copy);
        }
        return new PythonProgram(python, copy);
    }

    /** Runs it to its end. */
    void run(List<String> arguments) throws IOException {
        Program.run(command(arguments));
    }

    /** Starts it as one that answers questions. */
    ChildProgram start(String... arguments) throws IOException {
        return ChildProgram.start(script.getFileName().toString(), command(List.of(arguments)));
    }

    private List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(python.toString(), script.toString()));
        command.addAll(arguments);
        return command;
    }
}
