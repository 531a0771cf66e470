// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.http.UnansweredException;
import io.loadharness.servers.profiler.Profile;
import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.Profiling;
import io.loadharness.servers.profiler.TellServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A profiler of the servers, and the part of a run that it watches. Such a run never counts for MLPerf.
 *
 * @param profile which profiler
 * @param window from when to when
 */
public record ServerProfileOptions(Profile profile, ProfileWindow window) {

    /** Returns how servers are started so that they can be profiled. */
    ProfilePlan plan(Path outputFolder) {
        return new ProfilePlan(profile, folder(outputFolder));
    }

    /**
     * Returns the profilers of servers that are ready.
     *
     * @param started the servers that were started for the benchmark; empty if none were
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
        } catch (UnansweredException e) {
            throw e;
        } catch (IOException e) {
            throw new TellServer.Refusal(String.valueOf(e.getMessage()), e);
        }
    }

    /** Deletes the folder of the profilers if they left nothing in it. */
    static void tidy(Path outputFolder) {
        new ProfileFiles(folder(outputFolder)).deleteEmpty();
    }

    private static Path folder(Path outputFolder) {
        return outputFolder.toAbsolutePath().resolve(ProfileFiles.FOLDER);
    }
}
