// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

/** A program that runs a slice of a schedule in a worker. {@link java.util.ServiceLoader} finds the program. */
public interface SliceProgram {

    /**
     * The result of a program.
     *
     * @param exitCode 0 if the slice is valid; {@link #FAILED} if it failed; {@link #WRONG_ARGUMENTS} if the arguments are wrong; another
     *     number if it ended, but is not valid
     * @param sentence the reason if the slice could not run; otherwise empty
     */
    record Result(int exitCode, String sentence) {

        /** The exit code for a slice that failed. All other slices are stopped. */
        public static final int FAILED = 1;

        /** The exit code for wrong arguments. All other slices are stopped. */
        public static final int WRONG_ARGUMENTS = 2;
    }

    /**
     * Runs a slice. The program must call {@link SliceTask#awaitStart} once, when the slice can start. A separate thread calls this method.
     *
     * @param task the arguments of the slice, and the connection to the coordinator
     * @throws Exception if the slice cannot run; the message is one sentence for the user
     */
    Result run(SliceTask task) throws Exception;
}
