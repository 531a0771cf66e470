// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A C++ program on the very engine that the JVM uses: {@code benchmarks/src/main/cpp/null_sut.cc}. */
final class NativeContender implements LoadGenContender {

    private final Path program;
    private final String engine;
    private final Workplace workplace;
    private final boolean quick;

    NativeContender(Checkout checkout, Workplace workplace, boolean quick) throws IOException {
        program = checkout.nullSystem();
        engine = checkout.engine().toString();
        this.workplace = workplace;
        this.quick = quick;
    }

    @Override
    public Measurement run(Workload workload) throws IOException {
        Path logs = workplace.newLogs();
        try {
            String answering = Program.run(command(workload, logs));
            return Measurement.of(workload, quick, logs, Long.parseLong(answering.strip()));
        } finally {
            workplace.remove(logs);
        }
    }

    private List<String> command(Workload workload, Path logs) {
        List<String> command = new ArrayList<>(List.of(program.toString(), engine, logs.toString()));
        command.addAll(BenchArguments.of(workload, quick));
        return command;
    }
}
