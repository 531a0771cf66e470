// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outputs of a batch, and their division into the outputs of its samples. The numbers are not copied: later batches whose outputs are
 * in the same buffers can use the same object. Not thread-safe.
 */
final class BatchOutputs {

    /** An output of all samples, and its shape with the batch. */
    private static final class Output {
        private final ModelSignature.Port port;
        private final ByteBuffer data;
        private final long[] shape;

        Output(ModelSignature.Port port, ByteBuffer data, long[] shape) {
            this.port = port;
            this.data = data;
            this.shape = shape;
        }
    }

    private final int rows;
    private final List<Output> outputs;

    /** The outputs of the samples that were divided so far. */
    private final @Nullable SampleOutputs[] samples;

    /**
     * Creates an object to which the outputs are added.
     *
     * @param rows the number of samples, including those that fill an incomplete batch
     * @param outputs the number of outputs
     */
    BatchOutputs(int rows, int outputs) {
        this.rows = rows;
        this.outputs = new ArrayList<>(outputs);
        this.samples = new SampleOutputs[rows];
    }

    /** Adds the next output. */
    void add(ModelSignature.Port port, ByteBuffer data, long[] shape) {
        outputs.add(new Output(port, data, shape));
    }

    /**
     * Returns the outputs of a sample.
     *
     * @throws IllegalArgumentException if the first dimension of an output is not the batch
     */
    SampleOutputs ofSample(int row) {
        SampleOutputs sample = samples[row];
        if (sample == null) {
            List<Tensor> tensors = new ArrayList<>(outputs.size());
            for (Output each : outputs) {
                tensors.add(ofSample(each, row));
            }
            sample = new SampleOutputs(tensors);
            samples[row] = sample;
        }
        return sample;
    }

    private Tensor ofSample(Output output, int row) {
        long[] shape = output.shape;
        boolean hasBatch = output.port.hasBatch() && shape.length > 0 && shape[0] == rows;
        if (rows > 1 && !hasBatch) {
            throw new IllegalArgumentException("the output '" + output.port.name() + "' has "
                    + (output.port.hasBatch()
                            ? "the shape " + Arrays.toString(shape) + " for a batch of " + rows + " samples"
                            : "the first dimension '" + output.port.dimension(0) + "', which is not the batch")
                    + ", and therefore cannot be divided into samples; use batches of 1, or select other outputs");
        }
        long[] sample = hasBatch ? Arrays.copyOfRange(shape, 1, shape.length) : shape;
        int bytes = output.port.bytes(sample);
        return new Tensor(
                output.port.name(),
                output.port.type(),
                sample,
                output.data.slice(row * bytes, bytes).order(ByteOrder.nativeOrder()));
    }
}
