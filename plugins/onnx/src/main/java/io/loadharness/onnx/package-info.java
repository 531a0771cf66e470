// SPDX-License-Identifier: Apache-2.0
/**
 * An inference backend that runs ONNX models with ONNX Runtime, in the process of the harness. The package loads the model, checks requests
 * against it, forms batches and encodes the outputs. Reading of data is in {@code harness-data}. A {@link
 * io.loadharness.inference.SamplePreprocessor} or the caller converts the data into the inputs of the model. Start reading at {@link
 * io.loadharness.onnx.OnnxBackend}.
 */
@NullMarked
package io.loadharness.onnx;

import org.jspecify.annotations.NullMarked;
