// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The C++ program {@code benchmarks/src/main/cpp/null_sut.cc}. It loads the same LoadGen library as the JVM. */
final class NativeContender implements LoadGenContender {

    private final Path program;
    private final String engine;
    private final BenchFolder benchFolder;
    private final boolean quick;

    NativeContender(Checkout checkout, BenchFolder benchFolder, boolean quick) throws IOException {
        program = checkout.nullSystem();
        engine = checkout.engine().toString();
        this.benchFolder = benchFolder;
        this.quick = quick;
    }

    @Override
    public Measurement run(Workload workload) throws IOException {
        Path logs = benchFolder.newLogs();
        try {
            String completionNanos = Program.run(command(workload, logs));
            return Measurement.of(workload, quick, logs, Long.parseLong(completionNanos.strip()));
        } finally {
            benchFolder.remove(logs);
        }
    }

    private List<String> command(Workload workload, Path logs) {
        List<String> command = new ArrayList<>(List.of(program.toString(), engine, logs.toString()));
        command.addAll(BenchArguments.of(workload, quick));
        return command;
    }
}
