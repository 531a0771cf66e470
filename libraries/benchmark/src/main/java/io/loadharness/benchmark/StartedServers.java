// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.RunCompanion.Notes;
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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Servers that were started for a benchmark, or none, and that end with it. For one thread. */
public final class StartedServers implements AutoCloseable {

    /**
     * Servers to start.
     *
     * @param spec what is started
     * @param shown the same without secrets, for messages and reports
     * @param file that describes them; empty if a program does
     */
    record Request(ServerSpec spec, ServerSpec shown, Optional<Path> file) {

        /** Returns where the spec comes from, for people. */
        String source() {
            return file.map(Path::toString).orElse("program");
        }

        /** Returns the name by which started servers are found again. */
        String identity() throws IOException {
            return file.isPresent() ? file.get().toRealPath().toString() : "program";
        }

        String commandLine() {
            return String.join(" ", ServerBackends.named(shown.backend()).command(shown, shown.port()));
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
     * Starts servers and returns when they are ready. If that fails, passes on the end of the log.
     *
     * @param reports the folder for reports on how they started
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
     * Starts the servers that a file describes, waits until they are ready, and lets them go on without this process.
     *
     * @param messages receives sentences for people, and the end of the log if a server does not start
     * @return their URLs
     */
    public static List<String> startDetached(ServerSpec spec, Path file, Consumer<String> messages)
            throws IOException, InterruptedException {
        Request request = new Request(spec, spec, Optional.of(file));
        try (ManagedServers servers = managed(request, Optional.empty(), messages)) {
            servers.detach();
            startups(servers, spec, servers.folder()).tell(messages);
            return servers.urls();
        }
    }

    private static StartupReports startups(ManagedServers servers, ServerSpec spec, Path reports) {
        return StartupReports.begin(
                servers.replicas(), ServerBackends.named(spec.backend()).tellsItsStart(), reports);
    }

    private static ManagedServers managed(Request request, Optional<ProfilePlan> profiles, Consumer<String> messages)
            throws IOException, InterruptedException {
        try {
            return ManagedServers.start(request.spec(), profiles, request.identity(), messages);
        } catch (ServerFailedException e) {
            passOnTail(e, messages);
            throw e;
        }
    }

    private static void passOnTail(ServerFailedException failed, Consumer<String> messages) {
        failed.tail().forEach(line -> messages.accept("  | " + line));
    }

    List<String> urls() {
        return servers == null ? List.of() : servers.urls();
    }

    /** Returns the servers that can be profiled: all, or none. */
    List<ProfiledServer> profiled() {
        return servers == null ? List.of() : servers.profiled();
    }

    /** Reports how they started, as far as that is known by now, and keeps it for the runs on them; empty if none were started. */
    Optional<RunCompanion> companion() {
        return Optional.ofNullable(startups).map(reports -> {
            Notes notes = reports.tell(messages);
            return run -> notes;
        });
    }

    /** Returns why one of them cannot be used any more; empty while all are well. {@link WatchedRuns} asks during a run. */
    Optional<String> lost() {
        return servers == null
                ? Optional.empty()
                : servers.trouble().map(failed -> String.valueOf(failed.getMessage()));
    }

    /** Returns their kind; empty if none were started. */
    Optional<ServerBackend> backend() {
        return Optional.ofNullable(request)
                .map(each -> ServerBackends.named(each.spec().backend()));
    }

    List<Replica> replicas() {
        return servers == null ? List.of() : servers.replicas();
    }

    /** Returns what a report says about how they were started. */
    List<Setting> settings() {
        if (servers == null || request == null) {
            return List.of();
        }
        List<Setting> all = new ArrayList<>();
        for (Replica each : servers.replicas()) {
            String command = String.join(" ", servers.command(each, request.shown()));
            String devices = each.devices().isEmpty() ? "" : ", devices " + String.join(",", each.devices());
            all.add(new Setting("server " + each.index(), command + devices, request.source()));
        }
        return all;
    }

    /** Makes the JVM stop them at its exit, but only after waiting like this. */
    void stopAtExitAfter(Runnable wait) {
        if (servers != null) {
            servers.stopAtExitAfter(wait);
        }
    }

    /**
     * Stops them.
     *
     * @return false if a process may be left
     */
    boolean stop() throws IOException {
        if (servers == null) {
            return true;
        }
        stopped = true;
        servers.trouble().ifPresent(each -> passOnTail(each, messages));
        return servers.stop().isClean();
    }

    /** Stops them if that was not done; then something broke, which may be because of them. */
    @Override
    public void close() {
        if (servers != null && !stopped) {
            servers.trouble().ifPresent(each -> {
                messages.accept(String.valueOf(each.getMessage()));
                passOnTail(each, messages);
            });
            servers.close();
        }
    }
}
