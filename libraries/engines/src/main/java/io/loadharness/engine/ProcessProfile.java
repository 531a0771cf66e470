// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.servers.OwnedProcesses;
import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.Profiling;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.OptionalLong;

/**
 * The profiler of one engine process.
 *
 * @param rank the rank of the process
 * @param plan the profiler and the folder for its files
 * @param index the number of the process in this folder
 */
record ProcessProfile(int rank, ProfilePlan plan, int index) {

    /** Returns the command that starts the process with the profiler, and creates the folder for the files of the profiler. */
    List<String> command(EngineSettings settings, OwnedProcesses processes) throws IOException {
        OwnedProcesses.requireProgram(settings.command().get(0));
        ProfiledServer target = target(settings, processes, OptionalLong.empty());
        Files.createDirectories(target.output());
        return Profiling.command(plan.profile(), settings.command(), target);
    }

    /** Returns the process as a target of the profiler. */
    ProfiledServer target(EngineSettings settings, OwnedProcesses processes, OptionalLong pid) {
        String name = "engine-" + index;
        return processes.profiled(name, rank, plan.folder().resolve(name), pid, settings.environment());
    }
}
