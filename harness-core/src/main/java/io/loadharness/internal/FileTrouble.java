// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Descriptions of why a file or folder cannot be written. Java often says no more than its path. */
public final class FileTrouble {

    private FileTrouble() {}

    /** Returns the cause in words, with the path where the exception has one. */
    public static String of(IOException e) {
        if (e instanceof AccessDeniedException denied) {
            return "this user must not write " + denied.getFile();
        }
        if (e instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + " is not a folder";
        }
        if (e instanceof NoSuchFileException missing) {
            return missing.getFile() + " cannot be made";
        }
        if (e instanceof FileSystemException trouble && trouble.getReason() != null) {
            return trouble.getFile() + ": " + trouble.getReason();
        }
        String message = e.getMessage();
        return e.getClass() == IOException.class && message != null ? message : e.toString();
    }
}
