// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells what lies at the path of a log. Opening a pipe waits for its other end, and a device can be read without an end. */
final class LogFileKind {

    private static final int TYPE = 0xf000;
    private static final int CHARACTER_DEVICE = 0x2000;

    private LogFileKind() {}

    /** Throws if something lies there that a log cannot be written to. A device such as {@code /dev/null} is none of that. */
    static void requireWritable(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file) && !isCharacterDevice(file)) {
            throw new IllegalArgumentException(file + " is " + (Files.isDirectory(file) ? "a folder" : "no plain file")
                    + ", so no log can be written there: remove it, or give the logs another directory or prefix");
        }
    }

    private static boolean isCharacterDevice(Path file) {
        try {
            return file.getFileSystem().supportedFileAttributeViews().contains("unix")
                    && ((int) Files.getAttribute(file, "unix:mode") & TYPE) == CHARACTER_DEVICE;
        } catch (IOException e) {
            return false;
        }
    }

    /** Throws if something lies there that is no log to read back. */
    static void requireReadable(Path file) throws UnreadableLogException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new UnreadableLogException(file, "is no plain file");
        }
    }
}
