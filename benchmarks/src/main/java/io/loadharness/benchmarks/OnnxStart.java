// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The command {@code harness run --engine onnx} in a separate JVM, with the options of this JVM. */
final class OnnxStart {

    private static final double NANOS_PER_MILLI = 1e6;

    private final Path model;
    private final Path images;

    /** Writes the images as an array of NumPy. */
    OnnxStart(Path model, Path folder) throws IOException {
        this.model = model;
        images = folder.resolve("images.npy");
        String shape = OnnxSide.IMAGES + ", " + OnnxSide.CHANNELS + ", " + OnnxSide.SIDE + ", " + OnnxSide.SIDE;
        byte[] header = String.format(
                        "%-117s\n", "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }")
                .getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = Files.newOutputStream(images);
                WritableByteChannel channel = Channels.newChannel(out)) {
            out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) header.length, 0});
            out.write(header);
            for (InferenceRequest each : OnnxSide.images()) {
                ByteBuffer pixels =
                        ((Prompt.Tensors) each.prompt()).inputs().get(0).data();
                channel.write(pixels);
            }
        }
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
                model.toString(),
                "--engine-option",
                "threads=1",
                "--engine-option",
                "output=argmax",
                "--dataset-path",
                images.toString(),
                "--scenario",
                "single-stream",
                "--min-duration",
                "1ms",
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
