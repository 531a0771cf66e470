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
    private final Workplace workplace;
    private final boolean quick;

    private PythonContender(PythonProgram program, Workplace workplace, boolean quick) {
        this.program = program;
        this.workplace = workplace;
        this.quick = quick;
    }

    /**
     * Installs the binding.
     *
     * @throws IOException if there is no Python or pip cannot install; says which
     */
    static PythonContender install(Workplace workplace, boolean quick) throws IOException {
        return new PythonContender(PythonProgram.install(workplace, SCRIPT, List.of(BINDING)), workplace, quick);
    }

    @Override
    public Measurement run(Workload workload) throws IOException {
        Path logs = workplace.newLogs();
        try {
            List<String> arguments = new ArrayList<>(List.of(logs.toString()));
            arguments.addAll(BenchArguments.of(workload, quick));
            program.run(arguments);
            return Measurement.of(workload, quick, logs, 0);
        } finally {
            workplace.remove(logs);
        }
    }
}
