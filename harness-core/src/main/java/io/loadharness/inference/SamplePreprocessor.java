// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.internal.NamedServices;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Converts the tensors of a sample into the inputs of the model. The engine calls the preprocessor once for each sample of the data set,
 * before the measurement, as MLPerf allows. {@link ServiceLoader} finds preprocessors for {@code --engine-option preprocess=NAME}.
 *
 * <pre>{@code
 * public final class Halves implements SamplePreprocessor {
 *     public String name() {
 *         return "halves";
 *     }
 *
 *     public List<Tensor> prepare(List<Tensor> sample, List<ModelInput> inputs) {
 *         FloatBuffer values = sample.get(0).data().asFloatBuffer();
 *         ByteBuffer halves = ByteBuffer.allocateDirect(sample.get(0).bytes()).order(ByteOrder.nativeOrder());
 *         while (values.hasRemaining()) {
 *             halves.putFloat(values.get() / 2);
 *         }
 *         return List.of(new Tensor(inputs.get(0).name(), Tensor.Type.FLOAT32, sample.get(0).shape(), halves.flip()));
 *     }
 * }
 * }</pre>
 */
public interface SamplePreprocessor {

    /** Returns the name for the option {@code preprocess}. */
    String name();

    /**
     * Returns the inputs of the model for a sample. Called by one thread at a time.
     *
     * @param sample the tensors of the data set
     * @param inputs the inputs of the model, in the order of the model
     * @return the tensors for the model, in direct buffers if they should not be copied again
     * @throws IllegalArgumentException if the sample cannot be converted; the message is one sentence for humans
     */
    List<Tensor> prepare(List<Tensor> sample, List<ModelInput> inputs);

    /**
     * Returns a preprocessor by name.
     *
     * @throws IllegalArgumentException if no preprocessor or several preprocessors have the name; the message suggests the most similar
     *     name
     */
    static SamplePreprocessor named(String name) {
        return NamedServices.find(
                "preprocessor", ServiceLoader.load(SamplePreprocessor.class), SamplePreprocessor::name, name);
    }
}
