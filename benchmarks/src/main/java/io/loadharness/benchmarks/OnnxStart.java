// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The command {@code harness run --engine onnx} in a separate JVM, with the options of this JVM. */
final class OnnxStart {

    private static final double NANOS_PER_MILLI = 1e6;

    private final OnnxWorkload workload;

    OnnxStart(OnnxWorkload workload) {
        this.workload = workload;
    }

    /**
     * Measures the time from the start of the JVM to its first query, in milliseconds.
     *
     * @param folder an empty folder for the results
     */
    double millisToFirstQuery(Path folder) throws IOException {
        Path results = folder.resolve("run");
        List<String> command = HarnessCommand.of(
                "run",
                "--engine",
                "onnx",
                "--model",
                workload.model().toString(),
                "--engine-option",
                "threads=1",
                "--engine-option",
                "output=argmax",
                "--dataset-path",
                workload.data().toString(),
                "--scenario",
                "single-stream",
                "--min-duration",
                "2s",
                "--output-dir",
                results.toString());
        Path file = results.resolve("records.cbor");
        Instant start = Instant.now();
        try {
            Program.run(command);
        } catch (IOException e) {
            if (Files.notExists(file)) {
                throw e;
            }
            // the machine was too busy for a valid run, which does not matter for the start
        }
        try (RecordReader records = RecordReader.open(file)) {
            SampleRecord first = records.next();
            if (first == null) {
                throw new IOException("the run recorded no query");
            }
            long issued = first.times().issued();
            return (Duration.between(start, records.header().started()).toNanos() + issued) / NANOS_PER_MILLI;
        }
    }
}
