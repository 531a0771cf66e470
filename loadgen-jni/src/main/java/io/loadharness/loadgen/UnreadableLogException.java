// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.internal.FileErrors;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Thrown if a log of LoadGen is missing, truncated or damaged. The message is one sentence with the file and, if known, the line. */
final class UnreadableLogException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String message;

    UnreadableLogException(Path file, String problem) {
        this(file + " " + problem, null);
    }

    UnreadableLogException(Path file, int line, String problem) {
        this(file + ", line " + line + ": " + problem, null);
    }

    UnreadableLogException(Path file, String problem, Throwable cause) {
        this(file + " " + problem, cause);
    }

    /** Creates an exception with the message of its cause. This message must contain the path of the file. */
    UnreadableLogException(IOException cause) {
        this(FileErrors.describe(cause), cause);
    }

    UnreadableLogException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.message = message;
    }

    @Override
    public String getMessage() {
        return message;
    }
}
