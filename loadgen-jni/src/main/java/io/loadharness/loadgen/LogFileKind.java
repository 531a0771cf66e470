// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.internal.FolderAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Rejects log paths whose file type could block the run. For example, opening a pipe waits for another process, and reading a device may
 * never end.
 */
final class LogFileKind {

    private static final int TYPE = 0xf000;
    private static final int CHARACTER_DEVICE = 0x2000;

    private LogFileKind() {}

    /** Throws an exception if a log cannot be written to the path. A device such as {@code /dev/null} is allowed. */
    static void requireWritable(Path file) {
        if (Files.isSymbolicLink(file) && !Files.exists(file)) {
            throw new IllegalArgumentException(
                    file + " is a symbolic link to a file that does not exist: remove the link, or choose"
                            + " another log directory or prefix");
        }
        if (Files.exists(file) && !Files.isRegularFile(file) && !isCharacterDevice(file)) {
            throw new IllegalArgumentException(
                    file + " is " + (Files.isDirectory(file) ? "a folder" : "not a regular file")
                            + ", therefore LoadGen cannot write a log there: remove it, or choose another log directory or prefix");
        }
    }

    private static boolean isCharacterDevice(Path file) {
        try {
            return FolderAccess.isSupported(file)
                    && ((int) Files.getAttribute(file, "unix:mode") & TYPE) == CHARACTER_DEVICE;
        } catch (IOException e) {
            return false;
        }
    }

    /** Throws an exception if the path exists and is not a regular file. */
    static void requireReadable(Path file) throws UnreadableLogException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new UnreadableLogException(file, "is not a regular file");
        }
    }
}
