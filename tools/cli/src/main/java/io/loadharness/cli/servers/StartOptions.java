package io.loadharness.cli.servers;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.target.ServerOptions;
import io.loadharness.servers.ServerSpec;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that says which servers are started for a run. */
public final class StartOptions {

    @Option(
            names = "--server-config",
            paramLabel = "FILE",
            description = "Start the servers that this file describes, and stop them after the run: YAML as in"
                    + " docs/servers.md, or a run file with server.start.")
    private Path file;

    private ServerSpec spec;
    private ServerSpec shown;

    /**
     * Reads the file, if there is one, and tells the servers.
     *
     * @throws IllegalArgumentException if it cannot be used, or something else says which servers are asked
     */
    public void check(ServerOptions servers) throws IOException {
        if (file == null) {
            return;
        }
        servers.requireNone();
        spec = ServerFile.read(file, System.getenv());
        shown = ServerFile.shown(file, System.getenv());
        servers.willBeStarted(spec.replicas());
    }

    /** Whether servers are started. */
    public boolean isGiven() {
        return file != null;
    }

    /** Gives the servers to a benchmark, if there are any. */
    public void applyTo(Benchmark.Builder benchmark) {
        if (spec != null) {
            benchmark.servers(spec, shown, file);
        }
    }
}
