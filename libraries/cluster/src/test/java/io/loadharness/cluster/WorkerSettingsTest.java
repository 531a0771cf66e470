// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.http.Dialect;
import io.loadharness.http.TransportOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings that a worker gets from the coordinator: its class path, and its share of the connections. */
class WorkerSettingsTest {

    private static WorkerEndpoint endpoint(TransportOptions options) {
        return new WorkerEndpoint(
                "http://server:8000",
                Dialect.OPENAI_CHAT,
                "model",
                true,
                List.of(),
                Optional.empty(),
                options,
                Optional.empty());
    }

    private static List<Integer> connections(TransportOptions options, int workers) throws IOException {
        Integer[] all = new Integer[workers];
        for (int worker = 0; worker < workers; worker++) {
            ClusterProtocol.OpenEndpoint message = endpoint(options).encode(1, worker, workers);
            all[worker] = message.getMaxConnections();
        }
        return List.of(all);
    }

    @Test
    void workersShareTheMaximumNumberOfConnections() throws IOException {
        assertThat(connections(TransportOptions.builder().maxConnections(8).build(), 3))
                .containsExactly(3, 3, 2);
        assertThat(connections(TransportOptions.DEFAULTS, 3)).containsOnly(0);
        assertThatThrownBy(() ->
                        connections(TransportOptions.builder().maxConnections(2).build(), 3))
                .hasMessage("a maximum of 2 connections is less than one for each of 3 workers");
    }

    @Test
    void theClassPathContainsTheModulesOfThisProcess(@TempDir Path folder) throws IOException {
        Path modules = Files.createDirectory(folder.resolve("modules"));
        Path first = Files.createFile(modules.resolve("first.jar"));
        Path second = Files.createFile(modules.resolve("second.jar"));
        Path exploded = Files.createDirectory(folder.resolve("exploded"));
        Files.createFile(exploded.resolve("module-info.class"));
        Path jar = folder.resolve("classes.jar");
        Path module = folder.resolve("module.jar");

        assertThat(Workers.classPath(
                        jar.toString(),
                        String.join(
                                File.pathSeparator,
                                List.of(modules.toString(), exploded.toString(), module.toString()))))
                .containsExactly(jar, first, second, exploded, module);
        assertThat(Workers.classPath("", module.toString())).containsExactly(module);
        assertThat(Workers.classPath(jar.toString(), "")).containsExactly(jar);
    }
}
