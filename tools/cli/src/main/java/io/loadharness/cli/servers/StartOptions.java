// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.target.ServerOptions;
import io.loadharness.servers.ServerSpec;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for servers that are started for a run. */
public final class StartOptions {

    @Option(
            names = "--server-config",
            paramLabel = "FILE",
            description =
                    "A YAML file that describes servers, for example server.yaml (see docs/guides/servers.md), or a"
                            + " run file with the key 'server.start'. The command starts the servers before the run and"
                            + " stops them after the run.")
    private @Nullable Path file;

    /**
     * Reads the file, if there is one, and passes its servers to a benchmark.
     *
     * @param servers receives the number of servers
     * @throws IllegalArgumentException if the file cannot be used, or another option specifies servers
     */
    public void applyTo(Benchmark.Builder benchmark, ServerOptions servers) throws IOException {
        if (file == null) {
            return;
        }
        servers.requireNone();
        ServerSpec spec = ServerFile.read(file, System.getenv());
        servers.setServersToStart(spec.replicas());
        spec = spec.withSecrets(servers.secretValues());
        benchmark.servers(spec, ServerFile.shown(file, System.getenv()), file);
    }

    /** Returns true if the run starts the servers. */
    public boolean isGiven() {
        return file != null;
    }
}
