// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.inference.RequestObserver;
import io.loadharness.record.RunClock;
import io.loadharness.report.EngineStatistics;
import io.loadharness.report.PartialResults;
import io.loadharness.report.RunFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A task that runs alongside each run of a benchmark, such as scraping or profiling. The benchmark thread calls the methods. */
interface RunSidecar {

    /**
     * The findings of a sidecar about one run.
     *
     * @param warnings the warnings, one sentence each
     * @param files the files that belong to the run, as absolute paths
     * @param profiler the profiler that was active during the run and slowed the servers down; empty if no profiler was active
     * @param reasons the reasons why the run is not valid
     * @param engines the statistics of the engines
     * @param partial the workers that were lost during the run; empty if none was lost
     */
    record Notes(
            List<String> warnings,
            List<Path> files,
            Optional<String> profiler,
            List<Reason> reasons,
            List<EngineStatistics> engines,
            Optional<PartialResults> partial) {

        static final Notes NONE = new Notes(List.of(), List.of(), Optional.empty());

        public Notes {
            warnings = List.copyOf(warnings);
            files = List.copyOf(files);
            reasons = List.copyOf(reasons);
            engines = List.copyOf(engines);
        }

        Notes(
                List<String> warnings,
                List<Path> files,
                Optional<String> profiler,
                List<Reason> reasons,
                List<EngineStatistics> engines) {
            this(warnings, files, profiler, reasons, engines, Optional.empty());
        }

        Notes(List<String> warnings, List<Path> files, Optional<String> profiler, List<Reason> reasons) {
            this(warnings, files, profiler, reasons, List.of());
        }

        Notes(List<String> warnings, List<Path> files, Optional<String> profiler) {
            this(warnings, files, profiler, List.of(), List.of());
        }

        static Notes ofWarnings(List<String> sentences) {
            return new Notes(sentences, List.of(), Optional.empty());
        }

        /** Returns a copy with additional warnings. */
        Notes with(List<String> sentences) {
            return Notes.of(List.of(this, ofWarnings(sentences)));
        }

        static Notes of(List<Notes> all) {
            return new Notes(
                    all.stream().flatMap(each -> each.warnings.stream()).toList(),
                    all.stream().flatMap(each -> each.files.stream()).toList(),
                    all.stream().flatMap(each -> each.profiler.stream()).findFirst(),
                    all.stream().flatMap(each -> each.reasons.stream()).toList(),
                    all.stream().flatMap(each -> each.engines.stream()).toList(),
                    all.stream().flatMap(each -> each.partial.stream()).findFirst());
        }
    }

    /**
     * Called before a run. Returns an observer for the requests of the run.
     *
     * @param folder the folder of the run
     * @param clock the clock of the run's records
     */
    default RequestObserver start(RunFolder folder, RunClock clock) {
        return RequestObserver.NONE;
    }

    /**
     * Called once after each {@link #start}.
     *
     * @param run the result; empty if the run could not be started
     */
    Notes end(Optional<RunResult> run);

    /** Returns a sidecar that calls the given sidecars in their order. */
    static RunSidecar of(List<? extends RunSidecar> all) {
        List<RunSidecar> each = List.copyOf(all);
        return new RunSidecar() {

            @Override
            public RequestObserver start(RunFolder folder, RunClock clock) {
                return RequestObserver.of(
                        each.stream().map(one -> one.start(folder, clock)).toArray(RequestObserver[]::new));
            }

            @Override
            public Notes end(Optional<RunResult> run) {
                return Notes.of(each.stream().map(one -> one.end(run)).toList());
            }
        };
    }
}
