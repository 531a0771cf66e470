// SPDX-License-Identifier: Apache-2.0
/** ONNX models in the process of the harness, run by ONNX Runtime. */
module io.loadharness.onnx {
    requires com.microsoft.onnxruntime;
    requires transitive io.loadharness.core;
    requires java.management;
    requires static jdk.management;
    requires static org.jspecify;

    exports io.loadharness.onnx;

    provides io.loadharness.inference.EngineProvider with
            io.loadharness.onnx.OnnxProvider;
    provides io.loadharness.inference.SamplePreprocessor with
            io.loadharness.onnx.FitPreprocessor,
            io.loadharness.onnx.ImagePreprocessor.Resnet50,
            io.loadharness.onnx.ImagePreprocessor.Resnet50Pytorch,
            io.loadharness.onnx.ImagePreprocessor.Retinanet;
}
