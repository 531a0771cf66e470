// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes a GGUF file of version 3 with tensors of 32-bit floating-point numbers. */
final class GgufWriter {

    private static final int MAGIC = 0x46554747; // "GGUF"
    private static final int VERSION = 3;
    private static final int ALIGNMENT = 32;

    // the types of values
    private static final int UINT32 = 4;
    private static final int INT32 = 5;
    private static final int FLOAT32 = 6;
    private static final int BOOL = 7;
    private static final int STRING = 8;
    private static final int ARRAY = 9;

    private static final int TENSOR_OF_FLOAT32 = 0;

    private final Output header = new Output();
    private final List<Tensor> tensors = new ArrayList<>();
    private int entries;

    private record Tensor(String name, List<Integer> dimensions, FloatBuffer values) {}

    void text(String key, String value) {
        entry(key, STRING, out -> out.text(value));
    }

    void number(String key, int value) {
        entry(key, UINT32, out -> out.number(value));
    }

    void real(String key, float value) {
        entry(key, FLOAT32, out -> out.real(value));
    }

    void flag(String key, boolean value) {
        entry(key, BOOL, out -> out.bytes(new byte[] {(byte) (value ? 1 : 0)}));
    }

    void texts(String key, List<String> values) {
        array(key, STRING, values.size(), out -> values.forEach(out::text));
    }

    void numbers(String key, List<Integer> values) {
        array(key, INT32, values.size(), out -> values.forEach(out::number));
    }

    void reals(String key, float[] values) {
        array(key, FLOAT32, values.length, out -> out.bytes(bytes(values)));
    }

    /** Adds a tensor. The first dimension is the one whose elements are adjacent. */
    void tensor(String name, float[] values, Integer... dimensions) {
        tensors.add(new Tensor(name, List.of(dimensions), FloatBuffer.wrap(values)));
    }

    void write(Path file) throws IOException {
        Output start = new Output();
        start.number(MAGIC);
        start.number(VERSION);
        start.size(tensors.size());
        start.size(entries);
        start.bytes(header.bytes());
        long offset = 0;
        for (Tensor each : tensors) {
            start.text(each.name());
            start.number(each.dimensions().size());
            for (int dimension : each.dimensions()) {
                start.size(dimension);
            }
            start.number(TENSOR_OF_FLOAT32);
            start.size(offset);
            offset += aligned((long) each.values().capacity() * Float.BYTES);
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            writeAligned(out, start.bytes());
            for (Tensor each : tensors) {
                writeAligned(out, bytes(each.values().array()));
            }
        }
    }

    private void array(String key, int type, int count, Consumer<Output> elements) {
        entry(key, ARRAY, out -> {
            out.number(type);
            out.size(count);
            elements.accept(out);
        });
    }

    private void entry(String key, int type, Consumer<Output> value) {
        entries++;
        header.text(key);
        header.number(type);
        value.accept(header);
    }

    private static void writeAligned(OutputStream out, byte[] bytes) throws IOException {
        out.write(bytes);
        out.write(new byte[(int) (aligned(bytes.length) - bytes.length)]);
    }

    private static long aligned(long size) {
        return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private static byte[] bytes(float[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return bytes.array();
    }

    /** Bytes of numbers in little-endian order. */
    private static final class Output {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        void number(int value) {
            out.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(value)
                    .array());
        }

        void size(long value) {
            out.writeBytes(ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(value)
                    .array());
        }

        void real(float value) {
            number(Float.floatToIntBits(value));
        }

        void text(String value) {
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            size(utf8.length);
            bytes(utf8);
        }

        void bytes(byte[] values) {
            out.writeBytes(values);
        }

        byte[] bytes() {
            return out.toByteArray();
        }
    }
}
