// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.llama.BareLoop;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** LoadGen's official Python binding, with the model in llama-cpp-python, which calls the llama.cpp library of LoadHarness. */
final class PythonLlama {

    private static final String SCRIPT = "llama_sut.py";
    private static final List<String> PACKAGES = List.of("mlcommons-loadgen==6.0.17", "llama-cpp-python==0.3.8");

    /** The package does not compile its own llama.cpp. Without a cache, pip does not install this incomplete package elsewhere. */
    private static final Map<String, String> NO_LIBRARY =
            Map.of("CMAKE_ARGS", "-DLLAMA_BUILD=OFF -DLLAVA_BUILD=OFF", "PIP_NO_CACHE_DIR", "1");

    private final PythonProgram program;
    private final BenchFolder benchFolder;
    private final Path library;

    private PythonLlama(PythonProgram program, BenchFolder benchFolder, Path library) {
        this.program = program;
        this.benchFolder = benchFolder;
        this.library = library;
    }

    /**
     * Installs the packages.
     *
     * @throws IOException if Python is missing or pip fails; the message gives the cause
     */
    static PythonLlama install(BenchFolder benchFolder) throws IOException {
        Path folder = Files.createDirectory(benchFolder.folder().resolve("llama"));
        try (InputStream library = BareLoop.library()) {
            Files.copy(library, folder.resolve("libllama.so"));
        }
        return new PythonLlama(PythonProgram.install(benchFolder, SCRIPT, PACKAGES, NO_LIBRARY), benchFolder, folder);
    }

    /** Generates tokens for the prompts of a JSON Lines file with LoadGen's Offline scenario. Returns the tokens per second. */
    double tokensPerSecond(Path model, Path prompts) throws IOException {
        Path logs = benchFolder.newLogs();
        try {
            String output = program.run(List.of(
                    logs.toString(),
                    model.toString(),
                    prompts.toString(),
                    library.toString(),
                    "" + LlamaBench.CONTEXT,
                    "" + LlamaBench.THREADS,
                    "" + LlamaBench.TOKENS));
            String[] lines = output.strip().split("\n", -1);
            return Double.parseDouble(lines[lines.length - 1]);
        } finally {
            benchFolder.remove(logs);
        }
    }
}
