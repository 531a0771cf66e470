// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Settings for the logs of a run. The defaults are those of LoadGen, but the trace is off by default. A trace needs several megabytes per
 * thousand queries. The MLPerf rules do not require a trace.
 *
 * <pre>{@code
 * LogSettings logs = LogSettings.in(Path.of("logs")).withPrefix("server_");
 * }</pre>
 *
 * @param directory the directory, created if it is missing; a run is not started if another active run writes the same files
 * @param prefix the start of each file name
 * @param suffix the end of each file name, before its extension
 * @param prefixWithDatetime true if the file names include the time of the run
 * @param copyDetailToStdout true if the detail log is also written to standard output
 * @param copySummaryToStdout true if the summary is also written to standard output
 * @param enableTrace true if LoadGen writes a trace in Chrome's format
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

    /** Returns settings for logs in a directory, with LoadGen's file names. */
    public static LogSettings in(Path directory) {
        return new LogSettings(directory, "mlperf_log_", "", false, false, false, false);
    }

    /** Returns a copy of the settings with another prefix of the file names. */
    public LogSettings withPrefix(String newPrefix) {
        return new LogSettings(
                directory, newPrefix, suffix, prefixWithDatetime, copyDetailToStdout, copySummaryToStdout, enableTrace);
    }

    /** Returns a copy of the settings with LoadGen's trace enabled. */
    public LogSettings withTrace() {
        return new LogSettings(
                directory, prefix, suffix, prefixWithDatetime, copyDetailToStdout, copySummaryToStdout, true);
    }

    private static void requireFileNamePart(String field, String value) {
        if (value.indexOf('/') >= 0 || value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    field + " '" + value + "' must not contain '/' or NUL: it is part of a file name");
        }
    }
}
