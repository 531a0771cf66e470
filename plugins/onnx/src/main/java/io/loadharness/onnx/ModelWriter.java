// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Writes an ONNX model whose operators form a chain: each operator takes the output of the previous one. The numbers of the fields are those
 * of {@code onnx.proto}, in the encoding of Protocol Buffers.
 */
final class ModelWriter {

    private static final int FORMAT = 8;
    private static final int OPSET = 17;
    private static final int FLOAT = 1;
    private static final int TYPE_OF_LISTS_OF_INTEGERS = 7;

    private final Message graph = new Message().text(2, "loadharness");
    private final Random random;
    private String last;
    private int weights;
    private int operators;

    /**
     * Starts a model with one input of floating-point numbers.
     *
     * @param shape the shape of a sample, without the batch
     */
    ModelWriter(Random random, String input, int... shape) {
        this.random = random;
        last = input;
        graph.message(11, value(input, shape));
    }

    /** Adds an operator without weights. */
    ModelWriter operator(String type) {
        return operator(type, new Message());
    }

    /** Adds an operator with random weights. They are scaled to keep the size of the values. */
    ModelWriter weighted(String type, int inputsOfAnOutput, int... shape) {
        return operator(type, withWeights(inputsOfAnOutput, shape));
    }

    /** Adds a convolution with a kernel of 3 x 3, which keeps the size of the image. */
    ModelWriter convolution(int inputs, int outputs) {
        Message pads = new Message().text(1, "pads").number(20, TYPE_OF_LISTS_OF_INTEGERS);
        for (int side = 0; side < 4; side++) {
            pads.number(8, 1);
        }
        return operator("Conv", withWeights(inputs * 9, outputs, inputs, 3, 3).message(5, pads));
    }

    private ModelWriter operator(String type, Message rest) {
        String output = "output" + operators++;
        graph.message(
                1, new Message().text(1, last).append(rest).text(2, output).text(4, type));
        last = output;
        return this;
    }

    private Message withWeights(int inputsOfAnOutput, int... shape) {
        String name = "weights" + weights++;
        int count = 1;
        Message tensor = new Message();
        for (int each : shape) {
            tensor.number(1, each);
            count *= each;
        }
        ByteBuffer values = ByteBuffer.allocate(count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        double scale = 1 / Math.sqrt(inputsOfAnOutput);
        while (values.hasRemaining()) {
            values.putFloat((float) (random.nextGaussian() * scale));
        }
        graph.message(5, tensor.number(2, FLOAT).text(8, name).bytes(9, values.array()));
        return new Message().text(1, name);
    }

    /** Writes the model. Its output is that of the last operator. */
    Path write(Path file, int... outputShape) throws IOException {
        graph.message(12, value(last, outputShape));
        Message model = new Message()
                .number(1, FORMAT)
                .text(2, "loadharness")
                .message(7, graph)
                .message(8, new Message().number(2, OPSET));
        return Files.write(file, model.content.toByteArray());
    }

    /** Returns the description of an input or an output of the model. The batch has any size. */
    private static Message value(String name, int... shape) {
        Message dimensions = new Message().message(1, new Message().text(2, "batch"));
        for (int each : shape) {
            dimensions.message(1, new Message().number(1, each));
        }
        Message tensor = new Message().number(1, FLOAT).message(2, dimensions);
        return new Message().text(1, name).message(2, new Message().message(1, tensor));
    }

    /** A message of Protocol Buffers. */
    private static final class Message {

        private static final int NUMBER = 0;
        private static final int BYTES = 2;

        private final ByteArrayOutputStream content = new ByteArrayOutputStream();

        Message number(int field, long value) {
            integer((field << 3) | NUMBER);
            integer(value);
            return this;
        }

        Message bytes(int field, byte[] value) {
            integer((field << 3) | BYTES);
            integer(value.length);
            content.writeBytes(value);
            return this;
        }

        Message text(int field, String value) {
            return bytes(field, value.getBytes(StandardCharsets.UTF_8));
        }

        Message message(int field, Message value) {
            return bytes(field, value.content.toByteArray());
        }

        Message append(Message rest) {
            content.writeBytes(rest.content.toByteArray());
            return this;
        }

        /** Writes an integer that is not negative, 7 bits in each byte. */
        private void integer(long value) {
            long rest = value;
            for (; rest > 127; rest >>>= 7) {
                content.write((int) ((rest & 127) | 128));
            }
            content.write((int) rest);
        }
    }
}
