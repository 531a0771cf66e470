package io.loadharness.server;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code python3 -m sglang.launch_server}. */
public final class SglangBackend implements ServerBackend {

    private static final List<Pattern> FATAL = Stream.concat(
                    FatalLines.OF_PYTHON.stream(), Stream.of(Pattern.compile("Not enough memory\\b")))
            .toList();

    /** For {@link java.util.ServiceLoader}. */
    public SglangBackend() {}

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
    public List<Pattern> fatalLines() {
        return FATAL;
    }
}
