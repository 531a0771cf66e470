// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The paths of the files that a run writes.
 *
 * @param summary the summary of the result, as readable text
 * @param detail all settings, results, warnings and errors
 * @param accuracy the responses of an accuracy run
 * @param trace a trace in Chrome's format; the file is empty if {@link LogSettings#enableTrace} is off
 */
public record LogFiles(Path summary, Path detail, Path accuracy, Path trace) {

    public LogFiles {
        Objects.requireNonNull(summary, "summary");
        Objects.requireNonNull(detail, "detail");
        Objects.requireNonNull(accuracy, "accuracy");
        Objects.requireNonNull(trace, "trace");
    }

    /** Returns the files that LoadGen writes to a directory, with the given prefix and suffix of the file names. */
    public static LogFiles in(Path directory, String prefix, String suffix) {
        return new LogFiles(
                directory.resolve(prefix + "summary" + suffix + ".txt"),
                directory.resolve(prefix + "detail" + suffix + ".txt"),
                directory.resolve(prefix + "accuracy" + suffix + ".json"),
                directory.resolve(prefix + "trace" + suffix + ".json"));
    }
}
