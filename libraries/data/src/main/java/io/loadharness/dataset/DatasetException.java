// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A data set that cannot be used. Its message is one sentence for people; read from a file, it begins with file and row. */
public final class DatasetException extends IOException {

    private static final long serialVersionUID = 1;

    private final String message;
    private final boolean placed;

    /**
     * Something is wrong in the row that is being read; {@link DatasetReader} adds its number and the file.
     *
     * @param message what is wrong and, where there is one, the nearest right value
     */
    public DatasetException(String message) {
        this(message, false, null);
    }

    private DatasetException(String message, boolean placed, @Nullable Throwable cause) {
        super(message, cause);
        this.message = message;
        this.placed = placed;
    }

    /** Something is wrong at a place that the reader of a format knows better than by its row: {@code line 7}. */
    public static DatasetException at(String place, String message) {
        return new DatasetException(place + ": " + message, true, null);
    }

    /** Something is wrong with the whole file. */
    public static DatasetException of(String message) {
        return new DatasetException(message, true, null);
    }

    /** Returns the sentence; there always is one. */
    @Override
    public String getMessage() {
        return message;
    }

    /** The same with its place, unless a better one is known already. */
    public DatasetException orAt(String place) {
        return placed ? this : new DatasetException(place + ": " + getMessage(), true, this);
    }

    /** The same for users, with the file and, unless another place is known, the row, counted from 1. */
    DatasetException in(Path file, long row) {
        String place = placed ? file + ": " : file + ", row " + row + ": ";
        return new DatasetException(place + getMessage(), true, this);
    }
}
