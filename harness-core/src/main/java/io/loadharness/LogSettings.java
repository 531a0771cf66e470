// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a run writes its logs. Starts from LoadGen's own defaults, except that the trace is off: it costs megabytes per
 * thousand queries and no rule asks for it.
 *
 * @param directory made if it is missing; two runs at a time never share the same files
 * @param prefix what each file name begins with
 * @param suffix what each file name ends with, before its extension
 * @param prefixWithDatetime whether the time of the run is part of each file name
 * @param copyDetailToStdout whether the detail log also goes to the standard output
 * @param copySummaryToStdout whether the summary also goes to the standard output
 * @param enableTrace whether LoadGen writes a trace in Chrome's format
 */
public record LogSettings(
        Path directory,
        String prefix,
        String suffix,
        boolean prefixWithDatetime,
        boolean copyDetailToStdout,
        boolean copySummaryToStdout,
        boolean enableTrace) {

    public LogSettings {
        Objects.requireNonNull(directory, "directory");
        requireFileNamePart("prefix", prefix);
        requireFileNamePart("suffix", suffix);
    }

    /** Logs in a directory, under LoadGen's own names. */
    public static LogSettings in(Path directory) {
        return new LogSettings(directory, "mlperf_log_", "", false, false, false, false);
    }

    /** The same with file names that begin with {@code newPrefix}. */
    public LogSettings withPrefix(String newPrefix) {
        return new LogSettings(
                directory, newPrefix, suffix, prefixWithDatetime, copyDetailToStdout, copySummaryToStdout, enableTrace);
    }

    /** The same with LoadGen's trace. */
    public LogSettings withTrace() {
        return new LogSettings(
                directory, prefix, suffix, prefixWithDatetime, copyDetailToStdout, copySummaryToStdout, true);
    }

    private static void requireFileNamePart(String field, String value) {
        if (value.indexOf('/') >= 0 || value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(field + " '" + value + "' is not part of a file name");
        }
    }
}
