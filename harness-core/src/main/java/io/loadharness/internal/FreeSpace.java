// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.File;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The free space of disks. */
public final class FreeSpace {

    private FreeSpace() {}

    /**
     * Returns the number of bytes that this user can write to the disk of an existing file or folder; empty if Java cannot determine this
     * number.
     */
    public static OptionalLong of(Path existing) {
        // Files.getFileStore fails where the list of mounts does not contain the disk: in a changed root and in some
        // containers.
        File file = existing.toFile();
        return file.getTotalSpace() == 0 ? OptionalLong.empty() : OptionalLong.of(file.getUsableSpace());
    }
}
