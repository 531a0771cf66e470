// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** LoadGen's official Python binding, with the model in Python's ONNX Runtime. */
final class PythonOnnx implements OnnxSide {

    private static final String SCRIPT = "onnx_sut.py";
    private static final List<String> PACKAGES =
            List.of("mlcommons-loadgen==6.0.17", "onnxruntime==1.28.0", "numpy==2.4.6");

    private final PythonProgram program;
    private final BenchFolder benchFolder;
    private final Path model;
    private final double expectedPerSecond;

    private PythonOnnx(PythonProgram program, BenchFolder benchFolder, Path model, double expectedPerSecond) {
        this.program = program;
        this.benchFolder = benchFolder;
        this.model = model;
        this.expectedPerSecond = expectedPerSecond;
    }

    /**
     * Installs the packages.
     *
     * @throws IOException if Python is missing or pip fails; the message gives the cause
     */
    static PythonOnnx install(BenchFolder benchFolder, Path model, double expectedPerSecond) throws IOException {
        return new PythonOnnx(
                PythonProgram.install(benchFolder, SCRIPT, PACKAGES), benchFolder, model, expectedPerSecond);
    }

    @Override
    public double samplesPerSecond(Duration duration) throws IOException {
        return run(Scenario.OFFLINE, duration)[0];
    }

    @Override
    public double medianNanos(Duration duration) throws IOException {
        return run(Scenario.SINGLE_STREAM, duration)[1];
    }

    @SuppressWarnings("EnumOrdinal") // LoadGen numbers its scenarios in this order
    private double[] run(Scenario scenario, Duration duration) throws IOException {
        Path logs = benchFolder.newLogs();
        try {
            String output = program.run(List.of(
                    logs.toString(),
                    model.toString(),
                    "" + OnnxWorkload.BATCH,
                    "" + scenario.ordinal(),
                    "" + OnnxWorkload.SAMPLES,
                    "" + expectedPerSecond,
                    "" + duration.toMillis()));
            String[] numbers = output.strip().split(" ", -1);
            return new double[] {Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1])};
        } finally {
            benchFolder.remove(logs);
        }
    }
}
