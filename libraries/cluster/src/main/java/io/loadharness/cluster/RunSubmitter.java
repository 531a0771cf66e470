// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Starts a whole run in a cluster: the coordinator and its workers. {@link java.util.ServiceLoader} finds the submitter. A
 * {@link Launcher}, in contrast, starts only the workers, and the coordinator runs on the machine of the user.
 *
 * <pre>{@code
 * try (SubmittedRun run = submitter.submit(request, System.err::println)) {
 *     int exitCode = run.await(System.out::println);
 *     run.fetch(Path.of("results"));
 * }
 * }</pre>
 */
public interface RunSubmitter {

    /** Returns the name of the launcher, for {@code harness run --on NAME}. */
    String name();

    /**
     * Returns the objects that {@link #submit} would create. The user can read and submit this text. The text contains no secrets. This
     * method does not connect to the cluster.
     *
     * @throws IllegalArgumentException if an option is missing, unknown or out of range; the message names the option
     */
    String describe(SubmitRequest request);

    /**
     * Starts the run. Returns when the cluster has accepted the run. Its pods or tasks may still be waiting for resources.
     *
     * @param messages receives messages about the state of the run, from several threads, until the run is closed
     * @throws IllegalArgumentException if an option is missing, unknown or out of range; the message names the option
     * @throws IOException if the cluster cannot be used or refuses the run; the message is one sentence with the remedy
     */
    SubmittedRun submit(SubmitRequest request, Consumer<String> messages) throws IOException, InterruptedException;

    /**
     * Returns a run that is already in the cluster, for example after the machine that submitted it was lost. The run may be active, or it
     * may have ended. This method changes nothing in the cluster. {@link SubmittedRun#close} removes the run only after a successful
     * {@link SubmittedRun#fetch}.
     *
     * @param name the name of the run, see {@link SubmittedRun#name}
     * @param options the options of the launcher that find the run, such as {@code namespace}
     * @param messages receives messages about the state of the run, as for {@link #submit}
     * @throws IllegalArgumentException if an option is unknown or out of range; the message names the option
     * @throws IOException if the cluster cannot be used or has no run with this name; the message is one sentence with the remedy
     */
    SubmittedRun find(String name, Map<String, String> options, Consumer<String> messages) throws IOException;
}
