// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiler;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.ProfileWindow;
import io.loadharness.benchmark.ServerProfileOptions;
import io.loadharness.servers.profiler.Profile;
import io.loadharness.servers.profiler.ProfilerKind;
import io.loadharness.servers.profiler.Profiling;
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

/** Options for the profiler of the servers and for its recording time. */
public final class ProfilerOptions {

    @Option(
            names = "--server-profile",
            paramLabel = "NAME",
            description = "Profile the servers with 'nsys', 'torch', 'rocprof' (AMD's rocprofv3) or 'command' (your own"
                    + " commands). 'nsys' and 'command' also profile engine processes. See docs/guides/profilers.md. A"
                    + " LoadGen run with a profiler is never valid.")
    private @Nullable ProfilerKind kind;

    @Option(
            names = "--server-profile-after",
            paramLabel = "TIME",
            description = "Time from the first request to the start of profiling, for example 10s. Default: 0s")
    private @Nullable Duration after;

    @Option(
            names = "--server-profile-duration",
            paramLabel = "TIME",
            description = "Duration of profiling, for example 5s. Default: until the run ends")
    private @Nullable Duration duration;

    @Option(
            names = "--server-profile-from-request",
            paramLabel = "N",
            description = "Start profiling when the N-th request is sent, for example 100. Default: 1")
    private @Nullable Long fromRequest;

    @Option(
            names = "--server-profile-to-request",
            paramLabel = "N",
            description = "Stop profiling when the N-th request is sent, for example 200. Default: when the run ends")
    private @Nullable Long toRequest;

    @Option(
            names = "--server-profile-program",
            paramLabel = "FILE",
            description = "The program file of the profiler: nsys, or rocprofv3 with --server-profile=rocprof. Default:"
                    + " the program on the PATH")
    private @Nullable String program;

    @Option(
            names = "--server-profile-flag",
            paramLabel = "WORD",
            description = "A command-line flag for 'nsys launch' or rocprofv3, for example --trace=cuda,nvtx. Flags"
                    + " that you give replace the default flags. May be repeated.")
    private List<String> flags = new ArrayList<>();

    @Option(
            names = "--server-profile-start",
            paramLabel = "COMMAND",
            description = "For --server-profile=command: the shell command that starts the profiler, for example: perf"
                    + " record -p {pid} -o {output}/perf.data. In the command, {pid} stands for the process id of"
                    + " the server or engine, {url} for the URL of the server, and {output} for a folder for the files"
                    + " of the profiler.")
    private @Nullable String start;

    @Option(
            names = "--server-profile-stop",
            paramLabel = "COMMAND",
            description =
                    "For --server-profile=command: the shell command that stops the profiler. Default: the process of"
                            + " --server-profile-start receives SIGTERM")
    private @Nullable String stop;

    @Option(
            names = "--server-profile-timeout",
            paramLabel = "TIME",
            description =
                    "Maximum time to start or to stop the profiler, for example 20m. Writing a trace can take minutes. Default: 10m")
    private @Nullable Duration timeout;

    /**
     * Checks the options and passes them to a benchmark.
     *
     * @param measuresServers true if servers are measured
     * @param measuresProcesses true if engines in their own processes are measured
     * @param started true if the servers are started for the run
     * @throws IllegalArgumentException if options cannot be combined; the message suggests a remedy
     */
    public void applyTo(
            Benchmark.Builder benchmark, boolean measuresServers, boolean measuresProcesses, boolean started) {
        if (kind == null) {
            refuse(windowOptions(), "needs --server-profile, which names the profiler");
            refuse(others(), "needs --server-profile, which names the profiler");
            return;
        }
        if (!kind.isStarted()) {
            refuse(
                    windowOptions(),
                    "does not apply to '" + kind + "', which records each process from its start to its end");
        }
        boolean hasOtherServers = measuresServers && !started;
        Profile profile = profile(kind);
        boolean profilesEngines =
                measuresProcesses && Profiling.engineProblem(profile).isEmpty();
        if (kind.program().isPresent() && hasOtherServers && !profilesEngines) {
            throw new IllegalArgumentException("--server-profile=" + kind
                    + " records servers from their start: start them with --server-config or server.start");
        }
        if (hasOtherServers && Stream.of(start, stop).anyMatch(each -> each != null && each.contains("{pid}"))) {
            throw new IllegalArgumentException(
                    "{pid} is unknown for servers at --url: leave out {pid}, or start the servers with --server-config or"
                            + " server.start");
        }
        ProfileWindow window = new ProfileWindow(
                Objects.requireNonNullElse(after, Duration.ZERO),
                Optional.ofNullable(duration),
                Objects.requireNonNullElse(fromRequest, 1L),
                toRequest == null ? OptionalLong.empty() : OptionalLong.of(toRequest));
        benchmark.serverProfile(new ServerProfileOptions(profile, window));
    }

    private Map<String, @Nullable Object> windowOptions() {
        Map<String, @Nullable Object> window = new LinkedHashMap<>();
        window.put("after", after);
        window.put("duration", duration);
        window.put("from-request", fromRequest);
        window.put("to-request", toRequest);
        return window;
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
                    Objects.requireNonNullElse(timeout, Profile.DEFAULT_LIMIT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--server-profile=" + profiler + ": " + e.getMessage(), e);
        }
    }
}
