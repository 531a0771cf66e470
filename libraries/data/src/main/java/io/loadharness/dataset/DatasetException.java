// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An error in a data set. The message is one sentence for users; if the data set was read from a file, the message starts with the file and
 * the row.
 */
public final class DatasetException extends IOException {

    private static final long serialVersionUID = 1;

    private final String message;
    private final boolean hasLocation;

    /**
     * Creates an exception for an error in the row that is being read. {@link DatasetReader} adds the file and the number of this row.
     *
     * @param message the problem and, if possible, the nearest valid value
     */
    public DatasetException(String message) {
        this(message, false, null);
    }

    private DatasetException(String message, boolean hasLocation, @Nullable Throwable cause) {
        super(message, cause);
        this.message = message;
        this.hasLocation = hasLocation;
    }

    /** Creates an exception for an error at a location that is more precise than the row, such as {@code line 7}. */
    public static DatasetException at(String location, String message) {
        return new DatasetException(location + ": " + message, true, null);
    }

    /** Creates an exception for an error that concerns the whole file and not a single row. */
    public static DatasetException of(String message) {
        return new DatasetException(message, true, null);
    }

    /**
     * Creates an exception for data that does not fit into the Java heap. Release the data first, because the message needs memory.
     *
     * @param data the data, for example the file
     * @param progress the work that was done, for example {@code it was read to row 7}
     */
    public static DatasetException outOfMemory(String data, String progress) {
        return of(data + " does not fit into the memory of Java, "
                + (Runtime.getRuntime().maxMemory() >> 20) + " MiB: " + progress
                + "; select columns, or set a larger heap, for example JAVA_TOOL_OPTIONS=-Xmx16g");
    }

    /** Returns the message, never null. */
    @Override
    public String getMessage() {
        return message;
    }

    /**
     * Returns this error with {@code location} in front of the message. Returns this error unchanged if the message already has a location.
     */
    public DatasetException withDefaultLocation(String location) {
        return hasLocation ? this : new DatasetException(location + ": " + getMessage(), true, this);
    }

    /** Returns this error with the file in front of the message. If the message has no location yet, also adds the row, counted from 1. */
    DatasetException in(Path file, long row) {
        String location = hasLocation ? file + ": " : file + ", row " + row + ": ";
        return new DatasetException(location + getMessage(), true, this);
    }
}
