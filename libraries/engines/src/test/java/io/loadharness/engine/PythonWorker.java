// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import java.nio.file.Files;
import java.nio.file.Path;

/** Settings of workers of the Python package in {@code integrations/python}. */
final class PythonWorker {

    private PythonWorker() {}

    /** Returns the folder of the package, from the folder of this module or of the whole project. */
    static Path folder() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(here.resolve("integrations/python"))) {
            here = here.getParent();
        }
        return here.resolve("integrations/python");
    }

    static EngineProcess.Builder with(String arguments, Path folder) {
        return EngineProcess.builder()
                .command("python3 -m loadharness_worker " + arguments)
                .environment("PYTHONPATH", folder().toString())
                .environment("PYTHONDONTWRITEBYTECODE", "1")
                .logFolder(folder.resolve("logs"));
    }
}
