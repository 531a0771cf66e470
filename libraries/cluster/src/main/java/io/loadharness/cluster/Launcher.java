// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.io.IOException;
import java.util.Map;

/**
 * Starts worker processes, for example over ssh or with Slurm. {@link java.util.ServiceLoader} finds the launcher. A launcher only starts
 * and stops processes, and reports why they ended. Requests and results never pass through the launcher, because the workers themselves
 * connect to the coordinator.
 *
 * <pre>{@code
 * LaunchedWorkers workers = launcher.start(request);
 * workers.states().forEach(state -> System.out.println(state.sentence()));
 * workers.stop(Duration.ofSeconds(5));
 * }</pre>
 */
public interface Launcher {

    /** Returns the name of the launcher, for {@code harness run --on NAME}. */
    String name();

    /**
     * Returns the default number of workers, for example one for each host.
     *
     * @throws IllegalArgumentException if an option is missing or out of range; the message names the option
     */
    default int defaultWorkers(Map<String, String> options) throws IOException {
        return 1;
    }

    /**
     * Returns true if the workers run on this machine. If the result is true, the connections to the workers do not use TLS. The default is
     * false.
     */
    default boolean isLocal() {
        return false;
    }

    /**
     * Starts the workers. Returns when all workers have been accepted. The workers may still be waiting for resources.
     *
     * @throws IllegalArgumentException if an option is missing, unknown or out of range; the message names the option
     * @throws IOException if the workers cannot be started, for example because Slurm refuses the job; the message is one sentence with the
     *     remedy
     */
    LaunchedWorkers start(LaunchRequest request) throws IOException, InterruptedException;

    /**
     * Returns the commands or the script that {@link #start} would use. The user can read and run this text.
     *
     * @throws IllegalArgumentException if an option is missing, unknown or out of range; the message names the option
     */
    String describe(LaunchRequest request) throws IOException;
}
