// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A load generator as a program of the command line. */
interface ChatClient {

    /** Returns the name of the program, for example {@code inference-perf}. */
    String label();

    /** Returns the command line that sends the requests of a load and writes its results to an empty folder. */
    List<String> command(ChatLoad load, Path results) throws IOException;

    /** Returns the number of requests that the program sends before those of the load. */
    default int preparatoryRequests() {
        return 0;
    }

    /** Returns true if a process with this exit code has measured all requests. */
    default boolean isMeasured(int exitCode) {
        return exitCode == 0;
    }
}
