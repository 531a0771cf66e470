// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.http.NoResponseException;
import io.loadharness.servers.profiler.Profile;
import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.Profiling;
import io.loadharness.servers.profiler.ServerControl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Settings for profiling servers during a run. A profiled LoadGen run is invalid.
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

    /** Returns the plan for starting servers with the profiler. */
    ProfilePlan plan(Path outputFolder) {
        return new ProfilePlan(profile, folder(outputFolder));
    }

    /**
     * Creates the profilers for servers that are ready.
     *
     * @param started the servers that the benchmark started; empty if it started none
     */
    ProfiledRuns runs(Endpoints server, List<ProfiledServer> started, Path outputFolder) {
        Path folder = folder(outputFolder);
        List<String> urls = server.urls();
        List<ProfiledServer> servers = started.isEmpty()
                ? IntStream.range(0, urls.size())
                        .mapToObj(i -> ProfiledServer.at(i, urls.get(i), folder))
                        .toList()
                : started;
        Profiling profiling = new Profiling(profile, servers, (url, path, json) -> post(server, url, path, json));
        return new ProfiledRuns(profile.kind(), window, profiling, folder);
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
