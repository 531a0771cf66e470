// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.Verdict;
import io.loadharness.report.Quantity;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.Sweep;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Runs the probe and the stages of a sweep. Each of them is a run with its own folder. */
final class SweepRuns {

    private final Sweep sweep;
    private final Function<Schedule, LoadGenerator> generators;
    private final PreparedLoad prepared;
    private final Duration pause;
    private final Path folder;

    SweepRuns(
            Sweep sweep,
            Function<Schedule, LoadGenerator> generators,
            PreparedLoad prepared,
            Duration pause,
            Path folder) {
        this.sweep = sweep;
        this.generators = generators;
        this.prepared = prepared;
        this.pause = pause;
        this.folder = folder;
    }

    /** Returns the plan of a sweep in one sentence. */
    static String plan(Sweep sweep) {
        return "Plan: a probe and then " + sweep.rates(1).size() + " stages";
    }

    /**
     * Runs the probe and then the stages. If a run is aborted, the other runs are skipped. The stages also run if the probe is invalid,
     * because a probe overloads the servers.
     *
     * @return the results of the stages, or of the probe if no stage was run
     */
    BenchmarkResult run() throws IOException {
        BenchmarkListener listener = prepared.listener();
        StageRunner runs = new StageRunner(StageRunner.RATE, generators, prepared, folder);
        RunResult probe = runs.run("probe", sweep.probe(), prepared.measured().library(), prepared.settings(0));
        if (probe.verdict() == Verdict.ABORTED || probe.verdict() == Verdict.FAILED) {
            probe.reason().ifPresent(reason -> listener.message("The probe is " + probe.verdict() + ": " + reason));
            return new BenchmarkResult(folder, List.of(probe), List.of(), true);
        }
        double saturation = sweep.saturation(probe.testResult().orElseThrow());
        listener.message("Saturation: " + Quantity.number(saturation) + " samples/s");
        if (sweep.keptUp(saturation)) {
            listener.message("The probe did not saturate the servers, thus their real limit is higher: give the probe"
                    + " more requests");
        }
        probe.reason().ifPresent(reason -> listener.message("Probe: " + reason));
        int run = 0;
        for (double rate : sweep.rates(saturation)) {
            prepared.abortController().pause(pause);
            runs.stage(rate, sweep.stage(rate), prepared.measured().library(), prepared.settings(++run));
        }
        return runs.finish();
    }
}
