// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.simulate;

import io.loadharness.servers.ServerBackend;
import io.loadharness.servers.ServerSpec;
import io.loadharness.servers.profiler.TorchHooks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server backend that starts {@code harness simulate} for a run. */
public final class SimulatorServerBackend implements ServerBackend {

    /** Called by {@link java.util.ServiceLoader}. */
    public SimulatorServerBackend() {}

    @Override
    public String name() {
        return "simulator";
    }

    @Override
    public List<String> executable() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "io.loadharness.cli.Harness",
                "simulate");
    }

    @Override
    public List<String> arguments(ServerSpec spec, int port) {
        List<String> arguments = new ArrayList<>(List.of("--host", spec.host(), "--port", String.valueOf(port)));
        spec.model().ifPresent(model -> arguments.addAll(List.of("--model", model)));
        return arguments;
    }

    @Override
    public Optional<TorchHooks> torchHooks(Path output) {
        return Optional.of(new TorchHooks(List.of("--profile-dir", output.toString()), Map.of(), ""));
    }

    @Override
    public Map<String, String> environment(ServerSpec spec) {
        return Map.of("CLASSPATH", System.getProperty("java.class.path"));
    }
}
