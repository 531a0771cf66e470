// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.ModelInput;
import io.loadharness.inference.SamplePreprocessor;
import io.loadharness.inference.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Converts tensors to the types and shapes of the inputs of the model with the same names. Integers must fit exactly. Files such as CSV and
 * JSON have only a few types of numbers, and CSV has no dimensions. A number or a list of numbers takes the shape of the input. In other
 * tensors, only dimensions of 1 are added or removed, because other changes of the shape would mix up the elements.
 *
 * <pre>{@code
 * OnnxBackend.builder(Path.of("model.onnx")).preprocessor(new FitPreprocessor());
 * }</pre>
 */
public final class FitPreprocessor implements SamplePreprocessor {

    /** The doubles between which all integers have 53 bits or fewer, and are therefore exact. */
    private static final double MAX_EXACT = 1L << 53;

    /** The first double that is too large for a long. */
    private static final double MAX_LONG = 0x1p63;

    /** Creates the preprocessor. */
    public FitPreprocessor() {}

    @Override
    public String name() {
        return "fit";
    }

    @Override
    public List<Tensor> prepare(List<Tensor> sample, List<ModelInput> inputs) {
        return sample.stream()
                .map(each -> inputs.stream()
                        .filter(input ->
                                input.name().equals(each.name()) || (each.name().isEmpty() && inputs.size() == 1))
                        .findFirst()
                        .map(input -> fitted(each, input))
                        .orElse(each)) // the model does not use this tensor
                .toList();
    }

    private static Tensor fitted(Tensor tensor, ModelInput input) {
        long[] shape = shape(tensor, input);
        if (tensor.type() == input.type()) {
            return shape == tensor.shape() ? tensor : new Tensor(input.name(), tensor.type(), shape, tensor.data());
        }
        Elements elements = Elements.of(tensor);
        ByteBuffer data = ByteBuffer.allocateDirect(
                        Math.multiplyExact(elements.size(), input.type().bytes()))
                .order(ByteOrder.nativeOrder());
        for (int i = 0; i < elements.size(); i++) {
            if (!put(data, elements, i, input.type())) {
                throw new IllegalArgumentException("cannot convert "
                        + (elements.isFloatingPoint() ? elements.number(i) : (Object) elements.integer(i))
                        + " of '" + input.name() + "' from " + tensor.type() + " to " + input.type()
                        + " without a loss; change the value in the data set");
            }
        }
        return new Tensor(input.name(), input.type(), shape, data.flip());
    }

    /**
     * Returns the shape of the input if the tensor has as many elements, in the same order; otherwise, the shape of the tensor, which the
     * check of the request refuses.
     */
    private static long[] shape(Tensor tensor, ModelInput input) {
        long[] shape = input.shape().clone();
        long elements = tensor.bytes() / tensor.type().bytes();
        long known = 1;
        int free = -1;
        for (int i = 0; i < shape.length; i++) {
            if (shape[i] != ModelInput.ANY) {
                known *= shape[i];
            } else if (free >= 0) {
                return tensor.shape();
            } else {
                free = i;
            }
        }
        if (free >= 0 && known > 0 && elements % known == 0) {
            shape[free] = elements / known;
            known = elements;
        }
        boolean fits = known == elements
                && (tensor.shape().length <= 1 || Arrays.equals(withoutOnes(shape), withoutOnes(tensor.shape())));
        return fits && !Arrays.equals(shape, tensor.shape()) ? shape : tensor.shape();
    }

    private static long[] withoutOnes(long[] shape) {
        return LongStream.of(shape).filter(each -> each != 1).toArray();
    }

    /** Writes an element as another type. Returns false if the type cannot represent it. */
    private static boolean put(ByteBuffer data, Elements elements, int index, Tensor.Type type) {
        double number = elements.number(index);
        switch (type) {
            case FLOAT64 -> data.putDouble(number);
            case FLOAT32 -> data.putFloat((float) number);
            case FLOAT16 ->
                throw new IllegalArgumentException(
                        "cannot convert to float16; save the data set as .npy or .npz with this type");
            default -> {
                return putInteger(data, elements, index, type);
            }
        }
        double written = type == Tensor.Type.FLOAT64 ? number : (float) number;
        if (!elements.isFloatingPoint()) {
            return (long) written == elements.integer(index) && written < MAX_LONG;
        }
        boolean isInteger = number == Math.rint(number) && Math.abs(number) <= MAX_EXACT;
        return isInteger ? written == number : Double.isInfinite(number) || !Double.isInfinite(written);
    }

    private static boolean putInteger(ByteBuffer data, Elements elements, int index, Tensor.Type type) {
        long value;
        if (elements.isFloatingPoint()) {
            double number = elements.number(index);
            value = (long) number;
            if (value != number || Math.abs(number) > MAX_EXACT) {
                return false;
            }
        } else {
            value = elements.integer(index);
        }
        long min =
                switch (type) {
                    case BOOL, UINT8 -> 0;
                    case INT64 -> Long.MIN_VALUE;
                    default -> -1L << (8 * type.bytes() - 1);
                };
        long max = type == Tensor.Type.BOOL ? 1 : type == Tensor.Type.UINT8 ? 255 : ~min;
        if (value < min || value > max) {
            return false;
        }
        switch (type.bytes()) {
            case 1 -> data.put((byte) value);
            case 2 -> data.putShort((short) value);
            case 4 -> data.putInt((int) value);
            default -> data.putLong(value);
        }
        return true;
    }
}
