// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/** How a run ended. */
public enum Verdict {
    /** Every sample was answered and every constraint was met. */
    VALID,
    /** The run went to its end, and a constraint or a sample failed; the reasons say which. */
    INVALID,
    /** The run was stopped before its end by its user, an interrupt or a signal. */
    ABORTED,
    /** The run broke: a callback threw, a sample was lost, a log could not be read. */
    FAILED
}
