// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.inference.RequestObserver;
import io.loadharness.record.RunClock;
import io.loadharness.report.ReportWriter;
import io.loadharness.report.RunFolder;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.ProfilerKind;
import io.loadharness.servers.profiler.Profiling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts and stops the profilers of the servers in each run. Not thread-safe. */
final class ProfiledRuns implements RunSidecar {

    private final ProfilerKind kind;
    private final ProfileWindow window;
    private final Profiling profiling;
    private final ProfileFiles files;
    private final List<RunFolder> runs = new ArrayList<>();
    private @Nullable ProfiledRun current;

    ProfiledRuns(ProfilerKind kind, ProfileWindow window, Profiling profiling, Path folder) {
        this.kind = kind;
        this.window = window;
        this.profiling = profiling;
        files = new ProfileFiles(folder);
    }

    @Override
    public RequestObserver start(RunFolder folder, RunClock clock) {
        runs.add(folder);
        if (!kind.isStarted()) {
            return RequestObserver.NONE;
        }
        ProfiledRun started = new ProfiledRun(kind.toString(), window, profiling);
        current = started;
        return started;
    }

    @Override
    public Notes end(Optional<RunResult> run) {
        if (!kind.isStarted()) {
            return new Notes(List.of(), List.of(), Optional.of(kind.toString()));
        }
        ProfiledRun watched = Objects.requireNonNull(current, "no run has started");
        List<String> warnings = new ArrayList<>(watched.end());
        List<Path> found = watched.isStopped() ? collected(warnings) : List.of();
        boolean slower = watched.isWatched() || kind.program().isPresent();
        return new Notes(warnings, found, slower ? Optional.of(kind.toString()) : Optional.empty());
    }

    private List<Path> collected(List<String> warnings) {
        List<Path> found = new ArrayList<>();
        RunFolder run = runs.get(runs.size() - 1);
        try {
            for (ProfiledServer each : profiling.servers()) {
                List<Path> left = files.collect(each.output(), run);
                found.addAll(left);
                if (left.isEmpty() && profiling.leavingFiles().contains(each)) {
                    warnings.add("The profiler '" + kind + "' wrote no file for " + each.name() + ".");
                }
            }
            if (profiling.leavingFiles().isEmpty() && found.isEmpty()) {
                warnings.add("The profiler files are in the location that the servers or the commands chose.");
            }
        } catch (IOException e) {
            warnings.add("The files of the profiler '" + kind + "' cannot be collected: " + e.getMessage());
        }
        return found;
    }

    /**
     * Called when the servers have stopped. Prints messages about files that the profilers wrote while the servers stopped, and adds
     * these files to the reports.
     */
    void finish(Consumer<String> messages) {
        try {
            List<Path> late = files.late();
            if (late.isEmpty() && !kind.isStarted()) {
                messages.accept("The profiler '" + kind + "' wrote no file.");
            }
            late.forEach(each -> messages.accept("Profile: " + each));
            if (!late.isEmpty()) {
                for (RunFolder each : runs) {
                    ReportWriter.add(each, late);
                }
            }
        } catch (IOException e) {
            messages.accept(
                    "The files of the profiler '" + kind + "' cannot be added to the reports: " + e.getMessage());
        }
    }
}
