// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

/**
 * The state of a worker process that a launcher reports.
 *
 * @param rank the number of the worker, starting at 0
 * @param phase the phase of the process
 * @param sentence the reason or the location, such as {@code waiting for resources in the partition gpu} or {@code killed by signal 9 on
 *     node n2}; empty if the launcher reports neither
 * @param isConsequence true if the process ended only because another worker ended or the whole job ended
 */
public record WorkerState(int rank, Phase phase, String sentence, boolean isConsequence) {

    /** Creates a state that is not a consequence of another end. */
    public WorkerState(int rank, Phase phase, String sentence) {
        this(rank, phase, sentence, false);
    }

    /** A phase of a worker process. */
    public enum Phase {
        /** The launcher has not started the process. */
        PENDING,
        /** The process runs. */
        RUNNING,
        /** The process has ended, for any reason. */
        ENDED
    }
}
