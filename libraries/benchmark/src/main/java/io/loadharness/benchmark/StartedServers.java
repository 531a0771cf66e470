// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.RunSidecar.Notes;
import io.loadharness.internal.SecretText;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.servers.LogMask;
import io.loadharness.servers.ManagedServers;
import io.loadharness.servers.Replica;
import io.loadharness.servers.ServerBackend;
import io.loadharness.servers.ServerBackends;
import io.loadharness.servers.ServerFailedException;
import io.loadharness.servers.ServerSpec;
import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The servers that a benchmark started, if any. The servers stop when the benchmark ends. Not thread-safe. */
public final class StartedServers implements AutoCloseable {

    /**
     * A request to start servers.
     *
     * @param spec the spec of the servers
     * @param shown the same spec without secrets, for messages and reports
     * @param file the file with the spec; empty if a program created the spec
     */
    record Request(ServerSpec spec, ServerSpec shown, Optional<Path> file) {

        /** Returns the source of the spec, for messages. */
        String source() {
            return file.map(Path::toString).orElse("program");
        }

        /** Returns the name under which the state of the started servers is stored. */
        String identity() throws IOException {
            return file.isPresent() ? file.get().toRealPath().toString() : "program";
        }

        String commandLine() {
            return masked(ServerBackends.named(shown.backend()).command(shown, shown.port()));
        }

        /** Returns a command line without secrets. */
        String masked(List<String> command) {
            return LogMask.of(spec).values(String.join(" ", SecretText.maskedArguments(command)));
        }
    }

    static final StartedServers NONE = new StartedServers(null, null, null, sentence -> {});

    private final @Nullable ManagedServers servers;
    private final @Nullable Request request;
    private final @Nullable StartupReports startups;
    private final Consumer<String> messages;
    private boolean stopped;

    private StartedServers(
            @Nullable ManagedServers servers,
            @Nullable Request request,
            @Nullable StartupReports startups,
            Consumer<String> messages) {
        this.servers = servers;
        this.request = request;
        this.startups = startups;
        this.messages = messages;
    }

    /**
     * Starts servers and waits until they are ready. If a server fails to start, the messages show the last lines of its log.
     *
     * @param reports the folder for start-up reports
     */
    static StartedServers start(
            Request request, Optional<ProfilePlan> profiles, Path reports, Consumer<String> messages)
            throws IOException, InterruptedException {
        ServerSpec spec = request.spec();
        messages.accept("Starting " + spec.replicas() + " × " + spec.backend()
                + profiles.map(plan -> " for " + plan.profile().kind()).orElse("") + ": " + request.commandLine());
        ManagedServers servers = managed(request, profiles, messages);
        return new StartedServers(servers, request, startups(servers, spec, reports), messages);
    }

    /**
     * Starts the servers of a file, waits until they are ready, and leaves them running after this process ends.
     *
     * @param messages receives messages for the user, including the last lines of the log if a server fails to start
     * @return the URLs of the servers
     */
    public static List<String> startDetached(ServerSpec spec, Path file, Consumer<String> messages)
            throws IOException, InterruptedException {
        Request request = new Request(spec, spec, Optional.of(file));
        try (ManagedServers servers = managed(request, Optional.empty(), messages)) {
            servers.detach();
            startups(servers, spec, servers.folder()).report(messages);
            return servers.urls();
        }
    }

    private static StartupReports startups(ManagedServers servers, ServerSpec spec, Path reports) {
        return StartupReports.start(
                servers.replicas(),
                ServerBackends.named(spec.backend()).hasKnownStartupLog(),
                LogMask.of(spec),
                reports);
    }

    private static ManagedServers managed(Request request, Optional<ProfilePlan> profiles, Consumer<String> messages)
            throws IOException, InterruptedException {
        try {
            return ManagedServers.start(request.spec(), profiles, request.identity(), messages);
        } catch (ServerFailedException e) {
            printTail(e, messages);
            throw e;
        }
    }

    private static void printTail(ServerFailedException failed, Consumer<String> messages) {
        failed.tail().forEach(line -> messages.accept("  | " + line));
    }

    List<String> urls() {
        return servers == null ? List.of() : servers.urls();
    }

    /** Returns the servers as profiler targets; empty if they were started without a profiler. */
    List<ProfiledServer> profiled() {
        return servers == null ? List.of() : servers.profiled();
    }

    /** Returns a sidecar that prints the start-up reports and adds them to each run; empty if no servers were started. */
    Optional<RunSidecar> sidecar() {
        return Optional.ofNullable(startups).map(reports -> {
            Notes notes = reports.report(messages);
            return run -> notes;
        });
    }

    /** Returns the reason why a server failed; empty if none failed. {@link WatchedRuns} polls this method during a run. */
    Optional<String> lost() {
        return servers == null
                ? Optional.empty()
                : servers.failure().map(failed -> String.valueOf(failed.getMessage()));
    }

    /** Returns the server backend; empty if no servers were started. */
    Optional<ServerBackend> backend() {
        return Optional.ofNullable(request)
                .map(each -> ServerBackends.named(each.spec().backend()));
    }

    List<Replica> replicas() {
        return servers == null ? List.of() : servers.replicas();
    }

    /** Returns the command line of each server, without secrets. Reports show it. */
    List<Setting> settings() {
        if (servers == null || request == null) {
            return List.of();
        }
        List<Setting> all = new ArrayList<>();
        for (Replica each : servers.replicas()) {
            String command = request.masked(servers.command(each, request.shown()));
            String devices = each.devices().isEmpty() ? "" : ", devices " + String.join(",", each.devices());
            all.add(new Setting("server " + each.index(), command + devices, request.source()));
        }
        return all;
    }

    /** Stops the servers when the JVM exits, after the given function has returned. */
    void stopAtExitAfter(Runnable wait) {
        if (servers != null) {
            servers.stopAtExitAfter(wait);
        }
    }

    /**
     * Stops the servers.
     *
     * @return false if a process may still be running
     */
    boolean stop() throws IOException {
        if (servers == null) {
            return true;
        }
        stopped = true;
        servers.failure().ifPresent(each -> printTail(each, messages));
        return servers.stop().isClean();
    }

    /**
     * Stops the servers if {@link #stop} was not called, for example after a failure. If a server failed, this method prints the reason,
     * because the server may have caused the failure of the benchmark.
     */
    @Override
    public void close() {
        if (servers != null && !stopped) {
            servers.failure().ifPresent(each -> {
                messages.accept(String.valueOf(each.getMessage()));
                printTail(each, messages);
            });
            servers.close();
        }
    }
}
