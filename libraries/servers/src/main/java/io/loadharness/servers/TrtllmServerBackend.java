// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.List;
import java.util.regex.Pattern;

/** A backend that starts {@code trtllm-serve} of TensorRT-LLM. */
public final class TrtllmServerBackend implements ServerBackend {

    /** Creates the backend. {@link java.util.ServiceLoader} calls this constructor. */
    public TrtllmServerBackend() {}

    @Override
    public String name() {
        return "trtllm";
    }

    @Override
    public List<String> executable() {
        return List.of("trtllm-serve");
    }

    @Override
    public List<String> arguments(ServerSpec spec, int port) {
        return List.of(Model.of(spec), "--host", spec.host(), "--port", String.valueOf(port));
    }

    @Override
    public String metricsPath() {
        return "/prometheus/metrics";
    }

    @Override
    public List<Pattern> fatalLines() {
        return FatalLines.OF_PYTHON;
    }
}
