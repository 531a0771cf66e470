package io.loadharness.cli.servers;

import io.loadharness.cli.target.ServerOptions;
import io.loadharness.servers.ManagedServers;
import io.loadharness.servers.ServerBackends;
import io.loadharness.servers.ServerFailedException;
import io.loadharness.servers.ServerSpec;
import io.loadharness.servers.profiler.ProfilePlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
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

    /**
     * Looks whether the programs are there that would be started, if there are any.
     *
     * @throws IllegalArgumentException if a profiler is not; says what to do
     * @throws IOException if the servers' own is not; says what to do
     */
    public void requirePrograms(Optional<ProfilePlan> profiles) throws IOException {
        if (spec != null) {
            ManagedServers.requirePrograms(spec, profiles);
        }
    }

    /** Whether servers are started. */
    public boolean isGiven() {
        return file != null;
    }

    /** What would be started; empty if nothing. */
    public Optional<String> description() {
        return Optional.ofNullable(spec).map(each -> each.replicas() + " to start by " + file + ": " + commandLine());
    }

    /**
     * Starts them, if there are any, and returns when they are ready; the caller closes them.
     *
     * @param profiles how they will be profiled; empty if they will not
     * @param reports where it is written how they started
     * @throws ServerFailedException if one is not, which the end of its log was printed of
     */
    public StartedServers start(ServerOptions servers, Optional<ProfilePlan> profiles, Path reports, PrintWriter out)
            throws IOException, InterruptedException {
        if (spec == null) {
            return StartedServers.NONE;
        }
        out.println("Starting " + spec.replicas() + " × " + spec.backend()
                + profiles.map(plan -> " for " + plan.profile().kind()).orElse("") + ": " + commandLine());
        out.flush();
        StartedServers started = StartedServers.start(spec, shown, profiles, file, out);
        started.tellOfStart(reports);
        servers.started(started.urls());
        return started;
    }

    private String commandLine() {
        return String.join(" ", ServerBackends.named(shown.backend()).command(shown, shown.port()));
    }
}
