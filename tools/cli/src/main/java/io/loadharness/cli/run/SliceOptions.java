// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.schedule.Slice;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of a run that sends one of several slices of a schedule. */
final class SliceOptions {

    private static final Duration MAX_WAIT = Duration.ofHours(24);

    @Option(
            names = "--slice",
            paramLabel = "RANK/COUNT",
            converter = SliceText.class,
            description =
                    "Send only one slice of --load, for example 0/3 for the first of three slices. Start one process"
                            + " for each slice, on one or several machines. All other options, except --url and"
                            + " --output-dir, must be the same for all processes."
                            + " Together, the processes send exactly the load that one process without --slice would send."
                            + " `${ROOT-COMMAND-NAME} aggregate` joins the results of the processes. --concurrency and"
                            + " --max-connections limit all processes together.")
    private @Nullable Slice slice;

    @Option(
            names = "--start-at",
            paramLabel = "TIME",
            converter = StartTime.class,
            description =
                    "Start --load at this time, so that several processes start together. TIME is a time in UTC, for"
                            + " example 2026-05-04T12:00:00Z, or a number of seconds since 1970. Choose a time at which"
                            + " all processes have sent their warm-up requests. A process that is not ready at this time"
                            + " starts later. The run is not valid if the delay is more than 50 ms or more than 1 %% of"
                            + " the length of the schedule.")
    private @Nullable Instant startAt;

    /** Parses a slice. */
    static final class SliceText implements ITypeConverter<Slice> {

        @Override
        public Slice convert(String text) {
            try {
                return Slice.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /**
     * Checks that neither {@code --slice} nor {@code --start-at} is given. Called for loads without slices.
     *
     * @param why the reason, such as {@code needs --load}
     * @throws IllegalArgumentException if one of the options is given
     */
    void requireNone(String why) {
        if (slice != null || startAt != null) {
            throw new IllegalArgumentException((slice != null ? "--slice " : "--start-at ") + why);
        }
    }

    /**
     * Passes the options to a benchmark.
     *
     * @throws IllegalArgumentException if the start has passed, or is more than a day ahead
     */
    void applyTo(Benchmark.Builder benchmark) {
        if (slice != null) {
            benchmark.slice(slice);
        }
        if (startAt != null) {
            Duration left = Duration.between(Instant.now(), startAt);
            if (left.isNegative()) {
                throw new IllegalArgumentException("--start-at=" + startAt + " is in the past, by the clock of this"
                        + " machine: give a later time");
            }
            if (left.compareTo(MAX_WAIT) > 0) {
                throw new IllegalArgumentException(
                        "--start-at=" + startAt + " is more than 24 hours ahead: give an earlier time");
            }
            benchmark.startAt(startAt);
        }
    }
}
