// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A model in Python's ONNX Runtime, behind LoadGen's official Python binding or in a loop that only runs the model. */
final class PythonOnnx implements OnnxSide {

    private static final String SCRIPT = "onnx_sut.py";
    private static final List<String> PACKAGES =
            List.of("mlcommons-loadgen==6.0.17", "onnxruntime==1.28.0", "numpy==2.4.6");

    private record Measured(double samplesPerSecond, double medianNanos, double firstQueryMillis) {}

    private final PythonProgram program;
    private final BenchFolder benchFolder;
    private final String mode;
    private final OnnxWorkload workload;
    private final double expectedPerSecond;

    private PythonOnnx(
            PythonProgram program,
            BenchFolder benchFolder,
            String mode,
            OnnxWorkload workload,
            double expectedPerSecond) {
        this.program = program;
        this.benchFolder = benchFolder;
        this.mode = mode;
        this.workload = workload;
        this.expectedPerSecond = expectedPerSecond;
    }

    /**
     * Installs the packages.
     *
     * @throws IOException if Python is missing or pip fails; the message gives the cause
     */
    static PythonProgram install(BenchFolder benchFolder) throws IOException {
        return PythonProgram.install(benchFolder, SCRIPT, PACKAGES);
    }

    /**
     * Creates a side with LoadGen.
     *
     * @param expectedPerSecond the samples per second that the loop reaches, for LoadGen's number of samples
     */
    static PythonOnnx withLoadGen(
            PythonProgram program, BenchFolder benchFolder, OnnxWorkload workload, double expectedPerSecond) {
        return new PythonOnnx(program, benchFolder, "loadgen", workload, expectedPerSecond);
    }

    /** Creates a side that only runs the model, with {@code io_binding}. */
    static PythonOnnx loop(PythonProgram program, BenchFolder benchFolder, OnnxWorkload workload) {
        return new PythonOnnx(program, benchFolder, "loop", workload, 1);
    }

    @Override
    public double samplesPerSecond(Duration duration) throws IOException {
        return run(Scenario.OFFLINE, duration).samplesPerSecond;
    }

    @Override
    public double medianNanos(Duration duration) throws IOException {
        return run(Scenario.SINGLE_STREAM, duration).medianNanos;
    }

    /** Measures the time from the start of Python to its first query, in milliseconds. */
    double millisToFirstQuery() throws IOException {
        Instant start = Instant.now();
        return run(Scenario.SINGLE_STREAM, Duration.ofMillis(1)).firstQueryMillis - start.toEpochMilli();
    }

    @SuppressWarnings("EnumOrdinal") // LoadGen numbers its scenarios in this order
    private Measured run(Scenario scenario, Duration duration) throws IOException {
        Path logs = benchFolder.newLogs();
        try {
            String output = program.run(List.of(
                    mode,
                    logs.toString(),
                    workload.model().toString(),
                    workload.data().toString(),
                    "" + OnnxWorkload.BATCH,
                    "" + scenario.ordinal(),
                    "" + expectedPerSecond,
                    "" + duration.toMillis()));
            String[] numbers = output.strip().split(" ", -1);
            return new Measured(
                    Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]), Double.parseDouble(numbers[2]));
        } finally {
            benchFolder.remove(logs);
        }
    }
}
