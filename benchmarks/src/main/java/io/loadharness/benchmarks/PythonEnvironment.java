// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Python virtual environment with packages. */
record PythonEnvironment(Path folder) {

    /**
     * Creates the environment and installs packages into it.
     *
     * @param python the Python that creates the environment
     * @param variables environment variables for pip
     * @throws IOException if Python is missing or pip fails; the message contains the cause
     */
    static PythonEnvironment install(Path folder, String python, List<String> packages, Map<String, String> variables)
            throws IOException {
        Program.run(List.of(python, "-m", "venv", folder.toString()));
        PythonEnvironment environment = new PythonEnvironment(folder);
        List<String> install =
                new ArrayList<>(List.of(environment.program("python"), "-m", "pip", "install", "--quiet"));
        install.addAll(packages);
        Program.run(install, variables);
        return environment;
    }

    /** Returns the path of a program of this environment. */
    String program(String name) {
        return folder.resolve("bin").resolve(name).toString();
    }
}
