// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import io.loadharness.internal.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Settings of a profiler. Immutable.
 *
 * <pre>{@code
 * Profile torch = Profile.of(ProfilerKind.TORCH);
 * }</pre>
 *
 * @param kind the kind of profiler
 * @param program the profiler program; if empty, the default program
 * @param flags the flags of the profiler program; if empty, the default flags
 * @param start the shell command that starts a profiler of kind {@link ProfilerKind#COMMAND}
 * @param stop the shell command that stops this profiler; if empty, the process of {@code start} is terminated
 * @param limit the maximum time for a start or a stop
 */
public record Profile(
        ProfilerKind kind,
        Optional<String> program,
        List<String> flags,
        Optional<String> start,
        Optional<String> stop,
        Duration limit) {

    /** The default maximum time for a start or a stop. The default is long, because writing a trace can take minutes. */
    public static final Duration DEFAULT_LIMIT = Duration.ofMinutes(10);

    /** Checks that the settings match the kind. */
    public Profile {
        Objects.requireNonNull(kind, "kind");
        flags = List.copyOf(flags);
        boolean isCommand = kind == ProfilerKind.COMMAND;
        if (isCommand && start.isEmpty()) {
            throw new IllegalArgumentException("the profiler 'command' requires a start command");
        }
        if (!isCommand && (start.isPresent() || stop.isPresent())) {
            throw new IllegalArgumentException("start and stop commands apply only to the profiler 'command'");
        }
        if (kind.program().isEmpty() && (program.isPresent() || !flags.isEmpty())) {
            throw new IllegalArgumentException("a program and flags apply only to the profilers 'nsys' and 'rocprof'");
        }
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException(
                    "the time limit of a profiler must be positive: got " + Durations.text(limit));
        }
    }

    /** Returns a profiler with default settings. */
    public static Profile of(ProfilerKind kind) {
        return new Profile(kind, Optional.empty(), List.of(), Optional.empty(), Optional.empty(), DEFAULT_LIMIT);
    }

    /** Returns true if another profile starts processes with the same command line. */
    public boolean startsAs(Profile other) {
        return kind == other.kind && program.equals(other.program) && flags.equals(other.flags);
    }

    /** Returns the flags that were set; if none were set, the defaults. */
    List<String> flagsOr(String... defaults) {
        return flags.isEmpty() ? List.of(defaults) : flags;
    }

    /** Returns the program that starts each profiled process; empty if the kind has no such program. */
    public Optional<String> wrapper() {
        return kind.program().map(standard -> program.orElse(standard));
    }
}
