// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.nio.file.Path;

/**
 * The profiler of servers, and the folder for its files.
 *
 * @param profile the profiler and its settings
 * @param folder the absolute folder in which each server has a subfolder for its profiler files
 */
public record ProfilePlan(Profile profile, Path folder) {

    /** Checks that the folder is absolute, because servers may have a different working folder. */
    public ProfilePlan {
        if (!folder.isAbsolute()) {
            throw new IllegalArgumentException("the profile folder must be an absolute path: got " + folder);
        }
    }
}
