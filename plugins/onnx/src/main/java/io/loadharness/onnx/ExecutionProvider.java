// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtProvider;
import ai.onnxruntime.OrtProviderOptions;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;
import ai.onnxruntime.providers.OrtTensorRTProviderOptions;
import io.loadharness.internal.Suggestions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An execution provider: the part of ONNX Runtime that runs operators on a kind of device. */
record ExecutionProvider(String name, Map<String, String> options) {

    static final String CPU = "cpu";

    private static final Map<String, OrtProvider> NAMES = new TreeMap<>(Map.of(
            CPU,
            OrtProvider.CPU,
            "cuda",
            OrtProvider.CUDA,
            "tensorrt",
            OrtProvider.TENSOR_RT,
            "coreml",
            OrtProvider.CORE_ML,
            "qnn",
            OrtProvider.QNN,
            "webgpu",
            OrtProvider.WEBGPU,
            "xnnpack",
            OrtProvider.XNNPACK));

    ExecutionProvider {
        options = Map.copyOf(options);
        if (!NAMES.containsKey(name)) {
            throw new IllegalArgumentException(
                    "unknown provider '" + name + "'" + Suggestions.hintAndNames(name, List.copyOf(NAMES.keySet())));
        }
        if (name.equals(CPU) && !options.isEmpty()) {
            throw new IllegalArgumentException("the provider cpu has no options: got "
                    + String.join(", ", new TreeMap<>(options).keySet()) + "; remove them or set another provider");
        }
    }

    /**
     * Adds the provider to the options of a session. The result must stay open until the session is created.
     *
     * @throws IllegalArgumentException if this build of ONNX Runtime does not have the provider, or rejects an option
     */
    Optional<OrtProviderOptions> addTo(OrtSession.SessionOptions session) {
        OrtProvider provider = NAMES.getOrDefault(name, OrtProvider.CPU);
        if (!OrtEnvironment.getAvailableProviders().contains(provider)) {
            throw new IllegalArgumentException("ONNX Runtime on the class path does not have the provider " + name
                    + ", only " + available() + "; " + remedy());
        }
        try {
            switch (provider) {
                case CUDA -> {
                    OrtCUDAProviderOptions cuda = new OrtCUDAProviderOptions();
                    apply(cuda::add);
                    session.addCUDA(cuda);
                    return Optional.of(cuda);
                }
                case TENSOR_RT -> {
                    OrtTensorRTProviderOptions tensorRt = new OrtTensorRTProviderOptions();
                    apply(tensorRt::add);
                    session.addTensorrt(tensorRt);
                    return Optional.of(tensorRt);
                }
                case CORE_ML -> session.addCoreML(options);
                case QNN -> session.addQnn(options);
                case WEBGPU -> session.addWebGPU(options);
                case XNNPACK -> session.addXnnpack(options);
                default -> {
                    // ONNX Runtime always adds the CPU
                }
            }
            return Optional.empty();
        } catch (OrtException e) {
            throw new IllegalArgumentException(
                    "the provider " + name + " cannot be used: " + ModelErrors.cleaned(e)
                            + "; check the driver of the device and the options of the provider",
                    e);
        }
    }

    /** Sets an option of a provider. */
    @FunctionalInterface
    private interface OptionSetter {
        void set(String key, String value) throws OrtException;
    }

    private void apply(OptionSetter setter) throws OrtException {
        for (Map.Entry<String, String> each : options.entrySet()) {
            setter.set(each.getKey(), each.getValue());
        }
    }

    private String remedy() {
        return name.equals("cuda") || name.equals("tensorrt")
                ? "replace com.microsoft.onnxruntime:onnxruntime by com.microsoft.onnxruntime:onnxruntime_gpu of the same version"
                : "replace the jar of ONNX Runtime by a build for this device, or use the provider cpu";
    }

    private static String available() {
        return OrtEnvironment.getAvailableProviders().stream()
                .map(known -> NAMES.entrySet().stream()
                        .filter(each -> each.getValue() == known)
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse(known.getName()))
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
