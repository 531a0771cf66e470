// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.http.NoResponseException;
import io.loadharness.servers.profiler.Profile;
import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledProcess;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.Profiling;
import io.loadharness.servers.profiler.SearchPath;
import io.loadharness.servers.profiler.ServerControl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Settings for profiling servers and engine processes during a run. A profiled LoadGen run is invalid.
 *
 * <pre>{@code
 * ProfileWindow window = new ProfileWindow(Duration.ofSeconds(10), Optional.of(Duration.ofSeconds(5)), 1, OptionalLong.empty());
 * builder.serverProfile(new ServerProfileOptions(Profile.of(ProfilerKind.TORCH), window));
 * }</pre>
 *
 * @param profile the profiler and its settings
 * @param window the part of the run to profile
 */
public record ServerProfileOptions(Profile profile, ProfileWindow window) {

    /** Returns the plan for starting servers or engine processes with the profiler. */
    ProfilePlan plan(Path outputFolder) {
        return new ProfilePlan(profile, folder(outputFolder));
    }

    /**
     * Sets the profiler of the engine processes, if it can profile them.
     *
     * @return the processes that the profiler can profile
     */
    List<ProfiledProcess> prepare(List<ProfiledProcess> processes, Path outputFolder) {
        if (!profilesEngines()) {
            return List.of();
        }
        ProfilePlan plan = plan(outputFolder);
        for (int i = 0; i < processes.size(); i++) {
            processes.get(i).profile(Optional.of(plan), i);
        }
        return processes;
    }

    /** Returns true if the profiler can profile engine processes. */
    boolean profilesEngines() {
        return Profiling.engineProblem(profile).isEmpty();
    }

    /**
     * Creates the profilers for servers and engine processes that are ready.
     *
     * @param server the servers; empty if only engines are measured
     * @param started the servers that the benchmark started; empty if it started none
     * @param engines the engine processes of {@link #prepare}
     */
    ProfiledRuns runs(
            Optional<Endpoints> server,
            List<ProfiledServer> started,
            List<ProfiledProcess> engines,
            Path outputFolder) {
        Path folder = folder(outputFolder);
        List<String> urls = server.map(Endpoints::urls).orElse(List.of());
        List<ProfiledServer> servers = started.isEmpty() && !leavesOut(server.isPresent(), engines)
                ? IntStream.range(0, urls.size())
                        .mapToObj(i -> ProfiledServer.at(i, urls.get(i), folder))
                        .toList()
                : started;
        List<ProfiledServer> all = Stream.concat(
                        servers.stream(), engines.stream().map(ProfiledProcess::profiled))
                .toList();
        Profiling profiling =
                new Profiling(profile, all, (url, path, json) -> post(server.orElseThrow(), url, path, json));
        return new ProfiledRuns(profile.kind(), window, profiling, folder);
    }

    /** Returns true if only the engines are profiled, because the profiler must start the servers, but another program started them. */
    private boolean leavesOut(boolean hasServers, List<ProfiledProcess> engines) {
        return hasServers && !engines.isEmpty() && profile.wrapper().isPresent();
    }

    /**
     * Returns a sentence about the systems that are not profiled; empty if all are profiled.
     *
     * @param hasServers true if servers are measured
     * @param startsServers true if the benchmark starts these servers
     * @param processes the engine processes
     */
    Optional<String> unprofiled(boolean hasServers, boolean startsServers, List<ProfiledProcess> processes) {
        if (!processes.isEmpty() && !profilesEngines()) {
            return Profiling.engineProblem(profile).map(why -> "Only the servers are profiled: " + why + ".");
        }
        return !startsServers && leavesOut(hasServers, processes)
                ? Optional.of("Only the engine processes are profiled, because the profiler '" + profile.kind()
                        + "' must start the servers: start them with the benchmark to profile them too.")
                : Optional.empty();
    }

    /** Checks that the program of the profiler is installed, if the profiler starts engine processes. */
    void requireProgram() {
        Profiling.requireProgram(profile, SearchPath.ofThisProcess());
    }

    private void post(Endpoints server, String url, String path, String json) throws IOException {
        try {
            server.post(url, path, json, profile.limit());
        } catch (NoResponseException e) {
            throw e;
        } catch (IOException e) {
            throw new ServerControl.RejectedException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Deletes the folder of the profilers if it is empty. */
    static void tidy(Path outputFolder) {
        new ProfileFiles(folder(outputFolder)).deleteEmpty();
    }

    private static Path folder(Path outputFolder) {
        return outputFolder.toAbsolutePath().resolve(ProfileFiles.FOLDER);
    }
}
