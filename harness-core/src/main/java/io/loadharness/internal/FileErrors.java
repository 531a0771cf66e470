// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Messages for files and directories that cannot be written. The messages of Java's own exceptions often contain only the path. */
public final class FileErrors {

    private FileErrors() {}

    /** Returns the cause as text. The text includes the path if the exception has one. */
    public static String describe(IOException e) {
        if (e instanceof AccessDeniedException denied) {
            return "permission denied: " + denied.getFile();
        }
        if (e instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + " exists and is not a folder";
        }
        if (e instanceof NoSuchFileException missing) {
            return missing.getFile() + " cannot be created";
        }
        if (e instanceof FileSystemException error && error.getReason() != null) {
            return error.getFile() + ": " + error.getReason();
        }
        String message = e.getMessage();
        return e.getClass() == IOException.class && message != null ? message : e.toString();
    }
}
