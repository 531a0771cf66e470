// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.target.ServerOptions;
import io.loadharness.servers.ServerSpec;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says which servers are started for a run. */
public final class StartOptions {

    @Option(
            names = "--server-config",
            paramLabel = "FILE",
            description = "Start the servers that this file describes, and stop them after the run: YAML as in"
                    + " docs/servers.md, or a run file with server.start.")
    private @Nullable Path file;

    /**
     * Reads the file, if there is one, and gives its servers to a benchmark.
     *
     * @param servers gets the number of servers
     * @throws IllegalArgumentException if the file cannot be used, or another option names servers
     */
    public void applyTo(Benchmark.Builder benchmark, ServerOptions servers) throws IOException {
        if (file == null) {
            return;
        }
        servers.requireNone();
        ServerSpec spec = ServerFile.read(file, System.getenv());
        servers.willBeStarted(spec.replicas());
        benchmark.servers(spec, ServerFile.shown(file, System.getenv()), file);
    }

    /** Whether servers are started. */
    public boolean isGiven() {
        return file != null;
    }
}
