// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How servers are to be profiled. Never changes.
 *
 * @param program instead of the usual one of a profiler that is a program
 * @param flags of that program, instead of the usual ones; empty for those
 * @param start the command that starts a profiler of the kind {@link ProfilerKind#COMMAND}, as a shell takes it
 * @param stop the command that stops it; without one, what {@code start} has started is ended
 * @param limit how long a start or a stop may take
 */
public record Profile(
        ProfilerKind kind,
        Optional<String> program,
        List<String> flags,
        Optional<String> start,
        Optional<String> stop,
        Duration limit) {

    /** How long a start or a stop may take unless somebody says so: to write a profile takes minutes. */
    public static final Duration USUAL_LIMIT = Duration.ofMinutes(10);

    /** Refuses what does not go together. */
    public Profile {
        Objects.requireNonNull(kind, "kind");
        flags = List.copyOf(flags);
        boolean isCommand = kind == ProfilerKind.COMMAND;
        if (isCommand && start.isEmpty()) {
            throw new IllegalArgumentException("a profiler that is a command needs the command that starts it");
        }
        if (!isCommand && (start.isPresent() || stop.isPresent())) {
            throw new IllegalArgumentException("commands that start and stop are for the profiler command only");
        }
        if (kind.program().isEmpty() && (program.isPresent() || !flags.isEmpty())) {
            throw new IllegalArgumentException("a program and its flags are for the profilers nsys and rocprof only");
        }
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException("the time that a profiler may take must be more than zero");
        }
    }

    /** A profiler with nothing but what is usual. */
    public static Profile of(ProfilerKind kind) {
        return new Profile(kind, Optional.empty(), List.of(), Optional.empty(), Optional.empty(), USUAL_LIMIT);
    }

    /** The flags that were given, or the usual ones. */
    List<String> flagsOr(String... usual) {
        return flags.isEmpty() ? List.of(usual) : flags;
    }

    /** The program that stands before the command line of a server; empty if none does. */
    Optional<String> wrapper() {
        return kind.program().map(usual -> program.orElse(usual));
    }
}
