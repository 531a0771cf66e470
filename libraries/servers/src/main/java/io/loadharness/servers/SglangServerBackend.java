// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.servers.profiler.TorchHooks;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A backend that starts {@code python3 -m sglang.launch_server}. */
public final class SglangServerBackend implements ServerBackend {

    private static final List<Pattern> FATAL = Stream.concat(
                    FatalLines.OF_PYTHON.stream(), Stream.of(Pattern.compile("Not enough memory\\b")))
            .toList();

    /** Creates the backend. {@link java.util.ServiceLoader} calls this constructor. */
    public SglangServerBackend() {}

    @Override
    public String name() {
        return "sglang";
    }

    @Override
    public List<String> executable() {
        return List.of("python3", "-m", "sglang.launch_server");
    }

    @Override
    public List<String> arguments(ServerSpec spec, int port) {
        return List.of("--model-path", Model.of(spec), "--host", spec.host(), "--port", String.valueOf(port));
    }

    @Override
    public Optional<TorchHooks> torchHooks(Path output) {
        return Optional.of(new TorchHooks(
                List.of(),
                Map.of("SGLANG_TORCH_PROFILER_DIR", output.toString()),
                "{\"output_dir\": " + TorchHooks.json(output) + "}"));
    }

    @Override
    public List<Pattern> fatalLines() {
        return FATAL;
    }
}
