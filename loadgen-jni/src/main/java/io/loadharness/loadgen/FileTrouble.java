package io.loadharness.loadgen;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says why a file or folder cannot be made. Java often says no more than its path. */
final class FileTrouble {

    private FileTrouble() {}

    static String of(IOException e) {
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
        return e.toString();
    }
}
