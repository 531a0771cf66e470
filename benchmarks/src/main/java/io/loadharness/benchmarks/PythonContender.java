// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** LoadGen's official Python binding. */
final class PythonContender implements LoadGenContender {

    private static final String BINDING = "mlcommons-loadgen==6.0.17";
    private static final String SCRIPT = "null_sut.py";

    private final PythonProgram program;
    private final BenchFolder benchFolder;
    private final boolean quick;

    private PythonContender(PythonProgram program, BenchFolder benchFolder, boolean quick) {
        this.program = program;
        this.benchFolder = benchFolder;
        this.quick = quick;
    }

    /**
     * Installs the binding.
     *
     * @throws IOException if Python is missing or pip fails; the message contains the cause
     */
    static PythonContender install(BenchFolder benchFolder, boolean quick) throws IOException {
        return new PythonContender(PythonProgram.install(benchFolder, SCRIPT, List.of(BINDING)), benchFolder, quick);
    }

    @Override
    public Measurement run(Workload workload) throws IOException {
        Path logs = benchFolder.newLogs();
        try {
            List<String> arguments = new ArrayList<>(List.of(logs.toString()));
            arguments.addAll(BenchArguments.of(workload, quick));
            program.run(arguments);
            return Measurement.of(workload, quick, logs, 0);
        } finally {
            benchFolder.remove(logs);
        }
    }
}
