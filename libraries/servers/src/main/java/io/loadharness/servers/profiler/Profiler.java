// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.util.List;
import java.util.Map;

/** A kind of profiler. Any thread, but one at a time for each server. */
interface Profiler {

    /** A profiler that goes on. */
    @FunctionalInterface
    interface Recording {

        /** Stops it, and returns when its files are there. */
        void stop() throws ProfilerException, InterruptedException;
    }

    /** The command line of a server that can be profiled. */
    default List<String> command(List<String> command, ProfiledServer server) {
        return command;
    }

    /** Variables that the server needs for it. */
    default Map<String, String> environment(ProfiledServer server) {
        return Map.of();
    }

    /** Whether it leaves files in the folder of the server. */
    default boolean leavesFiles(ProfiledServer server) {
        return true;
    }

    /** Starts it. */
    Recording start(ProfiledServer server, TellServer tell) throws ProfilerException, InterruptedException;
}
