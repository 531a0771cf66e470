// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Messages for files and directories that cannot be written. The messages of Java's own exceptions often contain only the path. */
public final class FileErrors {

    private FileErrors() {}

    /** Returns the cause as text. The text includes the path if the exception has one. */
    public static String describe(IOException e) {
        if (e instanceof AccessDeniedException denied) {
            return "permission denied: " + denied.getFile();
        }
        if (e instanceof FileAlreadyExistsException exists) {
            Path file = Path.of(exists.getFile());
            return Files.isSymbolicLink(file) && !Files.exists(file)
                    ? file + " is a broken symbolic link"
                    : file + " exists and is not a folder";
        }
        if (e instanceof NoSuchFileException missing) {
            return missing.getFile() + " cannot be created" + missingParent(missing.getFile());
        }
        if (e instanceof FileSystemException error && error.getReason() != null) {
            return error.getFile() + ": " + error.getReason();
        }
        String message = e.getMessage();
        boolean isSentence = e.getClass() == IOException.class || e instanceof FileNotFoundException;
        return isSentence && message != null ? message : e.toString();
    }

    /** Returns the cause and the remedy of a failed write to the temporary folder of Java. */
    public static String inTemporaryFolder(IOException e) {
        return "the temporary folder " + System.getProperty("java.io.tmpdir") + " cannot be used (" + describe(e)
                + "): set another one, for example JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER";
    }

    /** Returns the end of a sentence that names the topmost missing folder of a path; empty if all folders exist. */
    private static String missingParent(@Nullable String path) {
        Path missing = null;
        for (Path parent = path == null ? null : Path.of(path).toAbsolutePath().getParent();
                parent != null && !Files.exists(parent);
                parent = parent.getParent()) {
            missing = parent;
        }
        return missing == null ? "" : ": the folder " + missing + " does not exist";
    }
}
