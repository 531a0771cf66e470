// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** A run that a {@link RunSubmitter} started in a cluster. */
public interface SubmittedRun extends AutoCloseable {

    /** Returns the name of the run in the cluster. */
    String name();

    /** Returns the folder in the cluster to which the coordinator writes its results. The output of the coordinator contains this path. */
    String resultFolder();

    /**
     * Waits until the coordinator has ended, and returns its exit code. The results are complete when this method returns.
     *
     * @param log receives the output of the coordinator, line by line
     * @throws IOException if the run can no longer complete, for example because its image is missing; the message is one sentence with the
     *     reason
     */
    int await(Consumer<String> log) throws IOException, InterruptedException;

    /**
     * Copies the results of the coordinator to a folder on this machine. Also copies the results of a run that ended early. If the copy
     * fails, the folder gets none of the results, and {@link #close} removes nothing, because the cluster has the only copy.
     *
     * @throws IOException if the results are incomplete or cannot be read; the message names the reason
     */
    void fetch(Path folder) throws IOException, InterruptedException;

    /**
     * Requests the coordinator to end the run early and to write its results. After the end of the coordinator, {@link #await} returns. Any
     * thread may call this method.
     */
    void stop();

    /**
     * Removes everything that belongs to the run from the cluster, even while the run is active. If results were not fetched because of an
     * error, the run stays in the cluster, and a message contains the command that fetches them, unless they can no longer be fetched. Any
     * thread may call this method.
     */
    @Override
    void close();
}
