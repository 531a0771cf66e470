// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiler;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.ProfileWindow;
import io.loadharness.benchmark.ServerProfileOptions;
import io.loadharness.servers.profiler.Profile;
import io.loadharness.servers.profiler.ProfilerKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which profiler watches the servers, and from when to when. */
public final class ProfilerOptions {

    @Option(
            names = "--server-profile",
            paramLabel = "NAME",
            description = "Profile the servers by nsys, torch, rocprof or a command, see docs/profilers.md. Such a run"
                    + " never counts for MLPerf.")
    private @Nullable ProfilerKind kind;

    @Option(
            names = "--server-profile-after",
            paramLabel = "TIME",
            description = "Begin so long after the first request. Default: at once")
    private @Nullable Duration after;

    @Option(
            names = "--server-profile-duration",
            paramLabel = "TIME",
            description = "End so long after that. Default: with the run")
    private @Nullable Duration duration;

    @Option(
            names = "--server-profile-from-request",
            paramLabel = "N",
            description = "Begin when so many requests are sent. Default: 1")
    private @Nullable Long fromRequest;

    @Option(
            names = "--server-profile-to-request",
            paramLabel = "N",
            description = "End when so many are. Default: with the run")
    private @Nullable Long toRequest;

    @Option(
            names = "--server-profile-program",
            paramLabel = "FILE",
            description = "The program of nsys or rocprof, if it is not on the PATH.")
    private @Nullable String program;

    @Option(
            names = "--server-profile-flag",
            paramLabel = "WORD",
            description = "A flag for nsys launch or rocprofv3, in place of the usual ones. Any number of times.")
    private List<String> flags = new ArrayList<>();

    @Option(
            names = "--server-profile-start",
            paramLabel = "COMMAND",
            description =
                    "For the profiler command: what starts it, as a shell takes it, with {pid}, {url} and {output}.")
    private @Nullable String start;

    @Option(
            names = "--server-profile-stop",
            paramLabel = "COMMAND",
            description = "What stops it. Default: TERM for what the other started")
    private @Nullable String stop;

    @Option(
            names = "--server-profile-timeout",
            paramLabel = "TIME",
            description = "How long a start or a stop may take; to write a profile takes minutes. Default: 10m")
    private @Nullable Duration timeout;

    /**
     * Checks the options, and gives them to a benchmark.
     *
     * @param started true if the servers are started for the run
     * @throws IllegalArgumentException if options do not go together; says what to do
     */
    public void applyTo(Benchmark.Builder benchmark, boolean started) {
        if (kind == null) {
            refuse(moments(), "needs --server-profile, which names the profiler");
            refuse(others(), "needs --server-profile, which names the profiler");
            return;
        }
        if (!kind.isStarted()) {
            refuse(moments(), "is not for " + kind + ", which watches the servers from their start to their end");
        }
        if (kind.program().isPresent() && !started) {
            throw new IllegalArgumentException("--server-profile " + kind
                    + " watches servers from their start: let --server-config or server.start start them");
        }
        if (!started && Stream.of(start, stop).anyMatch(each -> each != null && each.contains("{pid}"))) {
            throw new IllegalArgumentException(
                    "{pid} is known of servers that --server-config or server.start starts, and of no others");
        }
        ProfileWindow window = new ProfileWindow(
                Objects.requireNonNullElse(after, Duration.ZERO),
                Optional.ofNullable(duration),
                Objects.requireNonNullElse(fromRequest, 1L),
                toRequest == null ? OptionalLong.empty() : OptionalLong.of(toRequest));
        benchmark.serverProfile(new ServerProfileOptions(profile(kind), window));
    }

    private Map<String, @Nullable Object> moments() {
        Map<String, @Nullable Object> moments = new LinkedHashMap<>();
        moments.put("after", after);
        moments.put("duration", duration);
        moments.put("from-request", fromRequest);
        moments.put("to-request", toRequest);
        return moments;
    }

    private Map<String, @Nullable Object> others() {
        Map<String, @Nullable Object> others = new LinkedHashMap<>();
        others.put("program", program);
        others.put("flag", flags.isEmpty() ? null : flags);
        others.put("start", start);
        others.put("stop", stop);
        others.put("timeout", timeout);
        return others;
    }

    private static void refuse(Map<String, @Nullable Object> options, String why) {
        options.forEach((name, value) -> {
            if (value != null) {
                throw new IllegalArgumentException("--server-profile-" + name + " " + why);
            }
        });
    }

    private Profile profile(ProfilerKind profiler) {
        try {
            return new Profile(
                    profiler,
                    Optional.ofNullable(program),
                    flags,
                    Optional.ofNullable(start),
                    Optional.ofNullable(stop),
                    Objects.requireNonNullElse(timeout, Profile.USUAL_LIMIT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--server-profile " + profiler + ": " + e.getMessage(), e);
        }
    }
}
