// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.internal.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A log of LoadGen that is missing, cut or damaged. The message is one sentence that names the file and, where there is one, the line. */
final class UnreadableLogException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String sentence;

    UnreadableLogException(Path file, String problem) {
        this(file + " " + problem, null);
    }

    UnreadableLogException(Path file, int line, String problem) {
        this(file + ", line " + line + ": " + problem, null);
    }

    UnreadableLogException(Path file, String problem, Throwable cause) {
        this(file + " " + problem, cause);
    }

    /** Takes the message of an exception that names the file. */
    UnreadableLogException(IOException cause) {
        this(FileTrouble.of(cause), cause);
    }

    private UnreadableLogException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
        this.sentence = sentence;
    }

    @Override
    public String getMessage() {
        return sentence;
    }
}
