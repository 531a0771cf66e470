// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.util.List;
import java.util.Map;

/** Starts and stops a profiler. For each server, only one thread at a time may use it. */
interface Profiler {

    /** A running profiler. */
    @FunctionalInterface
    interface Recording {

        /** Stops the profiler and waits until its files are written. */
        void stop() throws ProfilerException, InterruptedException;
    }

    /** Returns the command line that starts a server with the profiler. */
    default List<String> command(List<String> command, ProfiledServer server) {
        return command;
    }

    /** Returns the environment variables that the server needs for the profiler. */
    default Map<String, String> environment(ProfiledServer server) {
        return Map.of();
    }

    /** Returns true if the profiler writes files to the output folder of the server. */
    default boolean leavesFiles(ProfiledServer server) {
        return true;
    }

    /** Starts the profiler. */
    Recording start(ProfiledServer server, ServerControl control) throws ProfilerException, InterruptedException;
}
