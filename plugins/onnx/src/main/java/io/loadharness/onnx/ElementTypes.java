// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.TensorInfo;
import ai.onnxruntime.TensorInfo.OnnxTensorType;
import io.loadharness.inference.Tensor;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Converts between the types of elements of ONNX Runtime and ours. */
final class ElementTypes {

    private static final String PREFIX = "ONNX_TENSOR_ELEMENT_DATA_TYPE_";

    private ElementTypes() {}

    /** Returns our type; null if we have none. */
    static Tensor.@Nullable Type of(TensorInfo info) {
        return switch (info.onnxType) {
            case ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL -> Tensor.Type.BOOL;
            case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8 -> Tensor.Type.INT8;
            case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8 -> Tensor.Type.UINT8;
            case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16 -> Tensor.Type.INT16;
            case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32 -> Tensor.Type.INT32;
            case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64 -> Tensor.Type.INT64;
            case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16 -> Tensor.Type.FLOAT16;
            case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT -> Tensor.Type.FLOAT32;
            case ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE -> Tensor.Type.FLOAT64;
            default -> null;
        };
    }

    static OnnxJavaType of(Tensor.Type type) {
        return switch (type) {
            case BOOL -> OnnxJavaType.BOOL;
            case INT8 -> OnnxJavaType.INT8;
            case UINT8 -> OnnxJavaType.UINT8;
            case INT16 -> OnnxJavaType.INT16;
            case INT32 -> OnnxJavaType.INT32;
            case INT64 -> OnnxJavaType.INT64;
            case FLOAT16 -> OnnxJavaType.FLOAT16;
            case FLOAT32 -> OnnxJavaType.FLOAT;
            case FLOAT64 -> OnnxJavaType.DOUBLE;
        };
    }

    /** Returns the name of a type for messages, for example {@code string}. */
    static String name(TensorInfo info) {
        OnnxTensorType type = info.onnxType;
        return type.name().substring(PREFIX.length()).toLowerCase(Locale.ROOT);
    }
}
