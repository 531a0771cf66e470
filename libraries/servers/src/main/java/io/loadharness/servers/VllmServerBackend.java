// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.servers.profiler.TorchHooks;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A backend that starts {@code vllm serve}. */
public final class VllmServerBackend implements ServerBackend {

    private static final List<Pattern> FATAL = Stream.concat(
                    FatalLines.OF_PYTHON.stream(),
                    Stream.of(
                            Pattern.compile("No available memory for the cache blocks"),
                            Pattern.compile("Engine core initialization failed")))
            .toList();

    /** Creates the backend. {@link java.util.ServiceLoader} calls this constructor. */
    public VllmServerBackend() {}

    @Override
    public String name() {
        return "vllm";
    }

    @Override
    public List<String> executable() {
        return List.of("vllm");
    }

    @Override
    public List<String> arguments(ServerSpec spec, int port) {
        return List.of("serve", Model.of(spec), "--host", spec.host(), "--port", String.valueOf(port));
    }

    /** Returns the hooks for vLLM 0.13 and newer versions. Older versions use an environment variable for the trace folder. */
    @Override
    public Optional<TorchHooks> torchHooks(Path output) {
        String config = "{\"profiler\": \"torch\", \"torch_profiler_dir\": " + TorchHooks.json(output) + "}";
        return Optional.of(new TorchHooks(List.of("--profiler-config", config), Map.of(), ""));
    }

    @Override
    public boolean hasKnownStartupLog() {
        return true;
    }

    @Override
    public List<Pattern> fatalLines() {
        return FATAL;
    }
}
