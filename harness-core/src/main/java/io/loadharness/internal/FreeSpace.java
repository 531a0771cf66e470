// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The free space of disks. */
public final class FreeSpace {

    private FreeSpace() {}

    /**
     * Returns the number of bytes that this user can write to the disk of an existing file or folder; empty if Java cannot determine it,
     * for example because the list of mounts does not contain the disk.
     */
    public static OptionalLong of(Path existing) {
        try {
            return OptionalLong.of(Files.getFileStore(existing).getUsableSpace());
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
