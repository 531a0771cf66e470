package io.loadharness.loadgen;

import java.io.IOException;
import java.nio.file.Path;

/** A log of LoadGen that is missing, cut or damaged. The message is one sentence that names the file and, where there is one, the line. */
final class UnreadableLogException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreadableLogException(Path file, String problem) {
        super(file + " " + problem);
    }

    UnreadableLogException(Path file, int line, String problem) {
        super(file + ", line " + line + ": " + problem);
    }

    /** Takes the message of an exception that names the file. */
    UnreadableLogException(IOException cause) {
        super(cause.getMessage(), cause);
    }

    UnreadableLogException(Path file, String problem, Throwable cause) {
        super(file + " " + problem, cause);
    }
}
