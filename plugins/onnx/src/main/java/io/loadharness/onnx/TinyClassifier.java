// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Writes small ONNX models with random weights, and samples for them. The classes of these models have no meaning, but the models need no
 * download, and the engine treats them like any other model. The same arguments result in the same files.
 *
 * <pre>{@code
 * Path model = TinyClassifier.write(folder.resolve("tiny.onnx"));
 * Path images = TinyClassifier.writeImages(folder.resolve("images.npy"), 64);
 * }</pre>
 */
public final class TinyClassifier {

    private static final int CLASSES = 10;
    private static final int CHANNELS = 3;
    private static final int SIDE = 32;
    private static final int VECTOR = 64;

    private TinyClassifier() {}

    /** Writes a model of two convolutions for color images of 32 x 32 pixels, 22 KB. Returns the file. */
    public static Path write(Path file) throws IOException {
        return new ModelWriter(new Random(2), "image", CHANNELS, SIDE, SIDE)
                .convolution(CHANNELS, 16)
                .operator("Relu")
                .convolution(16, 32)
                .operator("Relu")
                .operator("GlobalAveragePool")
                .operator("Flatten")
                .weighted("Gemm", 32, 32, CLASSES)
                .write(file, CLASSES);
    }

    /** Writes a model of three fully connected layers for vectors of 64 numbers, 103 KB. Returns the file. */
    public static Path writePerceptron(Path file) throws IOException {
        return new ModelWriter(new Random(3), "vector", VECTOR)
                .weighted("Gemm", VECTOR, VECTOR, 128)
                .operator("Relu")
                .weighted("Gemm", 128, 128, 128)
                .operator("Relu")
                .weighted("Gemm", 128, 128, CLASSES)
                .write(file, CLASSES);
    }

    /** Writes images with random pixels as an array of NumPy, for the model of {@link #write}. Returns the file. */
    public static Path writeImages(Path file, int count) throws IOException {
        return writeArray(file, count, CHANNELS, SIDE, SIDE);
    }

    /** Writes vectors of random numbers as an array of NumPy, for the model of {@link #writePerceptron}. Returns the file. */
    public static Path writeVectors(Path file, int count) throws IOException {
        return writeArray(file, count, VECTOR);
    }

    private static Path writeArray(Path file, int... shape) throws IOException {
        String sizes = Arrays.stream(shape).mapToObj(String::valueOf).collect(Collectors.joining(", "));
        String header =
                String.format("%-117s\n", "{'descr': '<f4', 'fortran_order': False, 'shape': (" + sizes + "), }");
        int count = Arrays.stream(shape).reduce(1, Math::multiplyExact);
        ByteBuffer values = ByteBuffer.allocate(count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        Random random = new Random(1);
        while (values.hasRemaining()) {
            values.putFloat(random.nextFloat());
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) header.length(), 0});
            out.write(header.getBytes(StandardCharsets.US_ASCII));
            out.write(values.array());
        }
        return file;
    }
}
