// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.inference.RequestObserver;
import io.loadharness.record.RunClock;
import io.loadharness.report.RunFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Works alongside runs, one after the other, and reports on each. Called by the thread that runs them. */
interface RunCompanion {

    /**
     * The report of a companion on a run.
     *
     * @param warnings a sentence each
     * @param files that belong to the run, absolute
     * @param profiler that made the servers slower; empty if none did
     */
    record Notes(List<String> warnings, List<Path> files, Optional<String> profiler) {

        static final Notes NONE = new Notes(List.of(), List.of(), Optional.empty());

        public Notes {
            warnings = List.copyOf(warnings);
            files = List.copyOf(files);
        }

        static Notes of(List<Notes> all) {
            return new Notes(
                    all.stream().flatMap(each -> each.warnings.stream()).toList(),
                    all.stream().flatMap(each -> each.files.stream()).toList(),
                    all.stream().flatMap(each -> each.profiler.stream()).findFirst());
        }
    }

    /**
     * Called before a run. Returns an observer of its requests.
     *
     * @param folder of the run
     * @param clock of its records
     */
    default RequestObserver begin(RunFolder folder, RunClock clock) {
        return RequestObserver.NONE;
    }

    /**
     * Called once after each {@link #begin}.
     *
     * @param run empty if it could not be started
     */
    Notes end(Optional<RunResult> run);

    /** Combines several companions, in their order. */
    static RunCompanion of(List<? extends RunCompanion> all) {
        List<RunCompanion> each = List.copyOf(all);
        return new RunCompanion() {

            @Override
            public RequestObserver begin(RunFolder folder, RunClock clock) {
                return RequestObserver.of(
                        each.stream().map(one -> one.begin(folder, clock)).toArray(RequestObserver[]::new));
            }

            @Override
            public Notes end(Optional<RunResult> run) {
                return Notes.of(each.stream().map(one -> one.end(run)).toList());
            }
        };
    }
}
