package io.loadharness.dataset;

import java.io.IOException;

/** A data set that cannot be used. Its message is one sentence for people; read from a file, it begins with file and row. */
public final class DatasetException extends IOException {

    private static final long serialVersionUID = 1;

    /**
     * Made by readers and writers, which name only what is wrong; {@link DatasetReader} adds the file and the row.
     *
     * @param message what is wrong and, where there is one, the nearest right value
     */
    public DatasetException(String message) {
        super(message);
    }

    /** The same with what led to it. */
    public DatasetException(String message, Throwable cause) {
        super(message, cause);
    }
}
