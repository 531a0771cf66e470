// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.List;
import java.util.regex.Pattern;

/** A backend that starts {@code llama-server} of llama.cpp. */
public final class LlamaCppServerBackend implements ServerBackend {

    private static final List<Pattern> FATAL = List.of(
            FatalLines.OUT_OF_MEMORY,
            FatalLines.PORT_IN_USE,
            Pattern.compile("(error|failed to|exiting due to).* load(ing)? (the )?model"),
            Pattern.compile("couldn't bind"));

    /** Creates the backend. {@link java.util.ServiceLoader} calls this constructor. */
    public LlamaCppServerBackend() {}

    @Override
    public String name() {
        return "llamacpp";
    }

    @Override
    public List<String> executable() {
        return List.of("llama-server");
    }

    @Override
    public List<String> arguments(ServerSpec spec, int port) {
        return List.of("--model", Model.of(spec), "--host", spec.host(), "--port", String.valueOf(port));
    }

    @Override
    public List<Pattern> fatalLines() {
        return FATAL;
    }
}
