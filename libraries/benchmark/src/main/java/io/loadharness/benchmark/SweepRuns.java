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

    /** The maximum number of probes. Each probe has four times as many requests as the previous one. */
    private static final int MAX_PROBES = 3;

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
     * Runs the probe and then the stages. If a run is aborted, the other runs are skipped. The stages also run if the probe is invalid: a
     * probe is often invalid, because it overloads the servers.
     *
     * @return the results of the stages, or of the probe if no stage was run
     */
    BenchmarkResult run() throws IOException {
        BenchmarkListener listener = prepared.listener();
        StageRunner runs = new StageRunner(StageRunner.RATE, generators, prepared, folder);
        Sweep probing = sweep;
        RunResult probe;
        double saturation;
        for (int number = 1; ; number++) {
            probe = probe(runs, probing, number);
            if (probe.verdict() == Verdict.ABORTED || probe.verdict() == Verdict.FAILED) {
                String sentence = "The probe is " + probe.verdict() + ": ";
                probe.reason().ifPresent(reason -> listener.message(sentence + reason));
                return new BenchmarkResult(folder, List.of(probe), List.of());
            }
            saturation = sweep.saturation(probe.testResult().orElseThrow());
            if (number == MAX_PROBES || !sweep.goesBeyondSaturation() || !probing.keptUp(saturation)) {
                break;
            }
            listener.message("The probe did not saturate the servers: the next probe has more requests");
            probing = probing.largerProbe();
        }
        listener.message("Saturation: " + Quantity.number(saturation) + " samples/s");
        if (probing.keptUp(saturation)) {
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

    private RunResult probe(StageRunner runs, Sweep probing, int number) throws IOException {
        return runs.run(
                number == 1 ? "probe" : "probe-" + number,
                probing.probe(),
                prepared.measured().library(),
                prepared.settings(0));
    }
}
