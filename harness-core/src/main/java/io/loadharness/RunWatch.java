// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/**
 * Watches during a run whether the client keeps up. A {@link SystemUnderTest} starts one for each run; the {@link LoadGenerator} finishes
 * it.
 */
public interface RunWatch {

    /** A watch that observes nothing and reports no reason. */
    RunWatch NONE = () -> ClientVerdict.CLEAR;

    /**
     * Called once after the run, however it ended, on a thread of the generator.
     *
     * @return the reasons why the run is not valid
     */
    ClientVerdict finish();
}
