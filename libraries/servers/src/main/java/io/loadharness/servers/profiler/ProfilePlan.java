// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.nio.file.Path;

/**
 * Servers that are to be started so that they can be profiled.
 *
 * @param folder where each server has a folder of its own for what its profiler leaves, absolute
 */
public record ProfilePlan(Profile profile, Path folder) {

    /** Refuses a folder that a server with another working folder would look for elsewhere. */
    public ProfilePlan {
        if (!folder.isAbsolute()) {
            throw new IllegalArgumentException(folder + " is not absolute");
        }
    }
}
