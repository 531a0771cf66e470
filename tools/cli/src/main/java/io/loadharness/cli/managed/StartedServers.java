package io.loadharness.cli.managed;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.run.Notes;
import io.loadharness.cli.run.RunCompanion;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.servers.ManagedServers;
import io.loadharness.servers.Replica;
import io.loadharness.servers.ServerBackend;
import io.loadharness.servers.ServerBackends;
import io.loadharness.servers.ServerFailedException;
import io.loadharness.servers.ServerSpec;
import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Servers that were started for a command, maybe none, and that end with it. */
public final class StartedServers implements AutoCloseable {

    static final StartedServers NONE = new StartedServers(null, null, null, null, null);

    private final ManagedServers servers;
    private final ServerSpec spec;
    private final ServerSpec shown;
    private final Path file;
    private final PrintWriter out;
    private StartupReports startups;
    private boolean stopped;

    private StartedServers(ManagedServers servers, ServerSpec spec, ServerSpec shown, Path file, PrintWriter out) {
        this.servers = servers;
        this.spec = spec;
        this.shown = shown;
        this.file = file;
        this.out = out;
    }

    /**
     * Starts them; if that fails, prints the end of the log.
     *
     * @param shown the same spec as people may see it
     */
    static StartedServers start(
            ServerSpec spec, ServerSpec shown, Optional<ProfilePlan> profiles, Path file, PrintWriter out)
            throws IOException, InterruptedException {
        try {
            ManagedServers servers = ManagedServers.start(spec, profiles, source(file), words -> say(words, out));
            return new StartedServers(servers, spec, shown, file, out);
        } catch (ServerFailedException e) {
            printTail(e, out);
            throw e;
        }
    }

    /** What servers are known by that a file describes. */
    static String source(Path file) throws IOException {
        return file.toRealPath().toString();
    }

    private static void say(String words, PrintWriter out) {
        out.println(words);
        out.flush();
    }

    private static void printTail(ServerFailedException failed, PrintWriter out) {
        failed.tail().forEach(line -> out.println("  | " + line));
        out.flush();
    }

    List<String> urls() {
        return servers.urls();
    }

    /** Those that can be profiled: all, or none. */
    public List<ProfiledServer> profiled() {
        return servers == null ? List.of() : servers.profiled();
    }

    /** Begins to find out how they started, beside whatever else goes on; the reports go into a folder. */
    void tellOfStart(Path folder) {
        startups = StartupReports.begin(
                servers.replicas(), ServerBackends.named(spec.backend()).tellsItsStart(), folder);
    }

    /** Says how they started, as far as that is known by now, and keeps it for the runs on them; empty if none were started. */
    public Optional<RunCompanion> companion(PrintWriter words) {
        return Optional.ofNullable(startups).map(reports -> {
            Notes notes = reports.tell(words);
            return outcome -> notes;
        });
    }

    /** Where their logs are. */
    Path folder() {
        return servers.folder();
    }

    /** Lets them go on without this process. */
    void detach() throws IOException {
        servers.detach();
    }

    /** What is wrong with one of them; empty while all are well. */
    public Optional<String> trouble() {
        return servers == null ? Optional.empty() : servers.trouble().map(Throwable::getMessage);
    }

    /** Of which kind they are; empty if there are none. */
    public Optional<ServerBackend> backend() {
        return Optional.ofNullable(spec).map(each -> ServerBackends.named(each.backend()));
    }

    /** The servers. */
    public List<Replica> replicas() {
        return servers == null ? List.of() : servers.replicas();
    }

    /** What a report says of how they were started. */
    public List<Setting> settings() {
        if (servers == null) {
            return List.of();
        }
        return servers.replicas().stream()
                .map(each -> new Setting(
                        "server " + each.index(),
                        String.join(" ", servers.command(each, shown))
                                + (each.devices().isEmpty() ? "" : ", devices " + String.join(",", each.devices())),
                        file.toString()))
                .toList();
    }

    /** When the JVM exits, they are stopped only after such a wait. */
    public void stopAtExitAfter(Runnable wait) {
        if (servers != null) {
            servers.stopAtExitAfter(wait);
        }
    }

    /**
     * Stops them.
     *
     * @param exitCode what the command has come to
     * @return the same, or that it failed if something is left of the servers
     */
    public int stop(int exitCode) throws IOException {
        if (servers == null) {
            return exitCode;
        }
        stopped = true;
        servers.trouble().ifPresent(each -> printTail(each, out));
        return servers.stop().isClean() ? exitCode : ExitCode.gravest(List.of(exitCode, ExitCode.FAILED));
    }

    /** Stops them, if that was not done; then something broke, which may be because of them. */
    @Override
    public void close() {
        if (servers != null && !stopped) {
            servers.trouble().ifPresent(each -> {
                say(each.getMessage(), out);
                printTail(each, out);
            });
            servers.close();
        }
    }
}
