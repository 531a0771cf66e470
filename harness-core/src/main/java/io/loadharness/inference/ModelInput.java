// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/**
 * The description of an input of a model, for a {@link SamplePreprocessor}. Immutable.
 *
 * <pre>{@code
 * boolean isImage = input.shape().length == 3 && input.type() == Tensor.Type.FLOAT32;
 * }</pre>
 *
 * @param name the name of the input
 * @param type the type of its elements
 * @param shape the dimensions, without the batch; {@link #ANY} for a dimension that the model does not fix. Do not change the array
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ModelInput(String name, Tensor.Type type, long[] shape) {

    /** A dimension that the model does not fix. */
    public static final long ANY = -1;
}
