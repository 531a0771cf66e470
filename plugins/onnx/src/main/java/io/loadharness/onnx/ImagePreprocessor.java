// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.ModelInput;
import io.loadharness.inference.SamplePreprocessor;
import io.loadharness.inference.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Converts images of {@code uint8[height, width, 3]} in RGB to {@code float32}, and normalizes each color as MLPerf's reference program
 * does for a model. The order of the dimensions is that of the model: colors first or last.
 *
 * <pre>{@code
 * OnnxBackend.builder(Path.of("resnet50.onnx")).preprocessor(new ImagePreprocessor.Resnet50());
 * }</pre>
 */
public abstract sealed class ImagePreprocessor implements SamplePreprocessor
        permits ImagePreprocessor.Resnet50, ImagePreprocessor.Resnet50Pytorch, ImagePreprocessor.Retinanet {

    private static final int COLORS = 3;

    private final String name;
    private final float max;
    private final float[] means;
    private final float[] deviations;

    private ImagePreprocessor(String name, float max, float[] means, float[] deviations) {
        this.name = name;
        this.max = max;
        this.means = means;
        this.deviations = deviations;
    }

    /** Subtracts the means 123.68, 116.78 and 103.94 of the colors, as for MLPerf's ResNet-50 of TensorFlow and ONNX. */
    public static final class Resnet50 extends ImagePreprocessor {

        /** Creates the preprocessor. */
        public Resnet50() {
            super("resnet50", 1, new float[] {123.68f, 116.78f, 103.94f}, new float[] {1, 1, 1});
        }
    }

    /**
     * Scales the colors to the range from 0 to 1, and normalizes with the means and deviations of ImageNet, as for MLPerf's ResNet-50 of
     * PyTorch.
     */
    public static final class Resnet50Pytorch extends ImagePreprocessor {

        /** Creates the preprocessor. */
        public Resnet50Pytorch() {
            super("resnet50-pytorch", 255, new float[] {0.485f, 0.456f, 0.406f}, new float[] {0.229f, 0.224f, 0.225f});
        }
    }

    /** Scales the colors to the range from 0 to 1, as for MLPerf's RetinaNet. */
    public static final class Retinanet extends ImagePreprocessor {

        /** Creates the preprocessor. */
        public Retinanet() {
            super("retinanet", 255, new float[] {0, 0, 0}, new float[] {1, 1, 1});
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Tensor> prepare(List<Tensor> sample, List<ModelInput> inputs) {
        ModelInput input = inputs.get(0);
        Tensor image = sample.stream()
                .filter(each -> sample.size() == 1 || each.name().equals(input.name()))
                .filter(ImagePreprocessor::isImage)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("takes one image of uint8[height, width, 3], but the sample has "
                                + String.join(
                                        " and ",
                                        sample.stream().map(Tensor::description).toList())));
        long[] shape = image.shape();
        boolean colorsFirst = input.shape().length == 3 && input.shape()[0] == COLORS;
        int pixels = Math.toIntExact(shape[0] * shape[1]);
        ByteBuffer from = image.data();
        ByteBuffer to = ByteBuffer.allocateDirect(Math.multiplyExact(pixels * COLORS, Float.BYTES))
                .order(ByteOrder.nativeOrder());
        for (int pixel = 0; pixel < pixels; pixel++) {
            for (int color = 0; color < COLORS; color++) {
                float value = Byte.toUnsignedInt(from.get()) / max;
                int at = colorsFirst ? color * pixels + pixel : pixel * COLORS + color;
                to.putFloat(at * Float.BYTES, (value - means[color]) / deviations[color]);
            }
        }
        long[] ordered = colorsFirst ? new long[] {COLORS, shape[0], shape[1]} : shape;
        return List.of(new Tensor(input.name(), Tensor.Type.FLOAT32, ordered, to));
    }

    private static boolean isImage(Tensor tensor) {
        long[] shape = tensor.shape();
        return tensor.type() == Tensor.Type.UINT8 && shape.length == 3 && shape[2] == COLORS;
    }
}
