// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The files that a run writes.
 *
 * @param summary the result, for people
 * @param detail every setting, result, warning and error
 * @param accuracy the responses of an accuracy run
 * @param trace what happened when, in Chrome's format; empty if {@link LogSettings#enableTrace} is off
 */
public record LogFiles(Path summary, Path detail, Path accuracy, Path trace) {

    public LogFiles {
        Objects.requireNonNull(summary, "summary");
        Objects.requireNonNull(detail, "detail");
        Objects.requireNonNull(accuracy, "accuracy");
        Objects.requireNonNull(trace, "trace");
    }

    /** The files that LoadGen writes into a directory, given what their names begin and end with. */
    public static LogFiles in(Path directory, String prefix, String suffix) {
        return new LogFiles(
                directory.resolve(prefix + "summary" + suffix + ".txt"),
                directory.resolve(prefix + "detail" + suffix + ".txt"),
                directory.resolve(prefix + "accuracy" + suffix + ".json"),
                directory.resolve(prefix + "trace" + suffix + ".json"));
    }
}
