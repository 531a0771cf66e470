package io.loadharness.cli.load;

import io.loadharness.LoadGenerator;
import io.loadharness.Verdict;
import io.loadharness.cli.record.RecordedRuns.Recorded;
import io.loadharness.cli.run.Outcome;
import io.loadharness.report.Quantity;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.Sweep;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;

/** The probe of a sweep and its stages, each a run of its own with a folder of its own. */
final class SweepRuns {

    private final Sweep sweep;
    private final Function<Schedule, LoadGenerator> generators;
    private final PreparedLoad prepared;
    private final Duration pause;
    private final Path folder;
    private final PrintWriter out;

    SweepRuns(
            Sweep sweep,
            Function<Schedule, LoadGenerator> generators,
            PreparedLoad prepared,
            Duration pause,
            Path folder,
            PrintWriter out) {
        this.sweep = sweep;
        this.generators = generators;
        this.prepared = prepared;
        this.pause = pause;
        this.folder = folder;
        this.out = out;
    }

    /** What would run. */
    static String plan(Sweep sweep) {
        return "Plan: a probe and then " + sweep.rates(1).size() + " stages";
    }

    /**
     * Runs all, until one of them is stopped, and prints what they came to. That the probe is not valid does not matter: it is more than
     * the server can bear.
     *
     * @return the exit code of the stages; of the probe, if there was none
     */
    int run() throws IOException {
        StageRuns runs = new StageRuns(StageRuns.RATE, generators, prepared, folder, out);
        Recorded recorded = runs.run("probe", sweep.probe(), prepared.server().library(), prepared.settings(0));
        Outcome probe = recorded.outcome();
        if (probe.verdict() == Verdict.ABORTED || probe.verdict() == Verdict.FAILED) {
            probe.reason().ifPresent(reason -> out.println("The probe is " + probe.verdict() + ": " + reason.text()));
            return recorded.exitCode();
        }
        double saturation = sweep.saturation(probe.result().orElseThrow());
        out.println("Saturation: " + Quantity.number(saturation) + " samples/s");
        if (sweep.keptUp(saturation)) {
            out.println("The probe was no more than the servers can bear, so their limit is higher: give it more"
                    + " --requests");
        }
        probe.reason().ifPresent(reason -> out.println("Of the probe: " + reason.text()));
        out.flush();
        int run = 0;
        for (double rate : sweep.rates(saturation)) {
            prepared.interruption().pause(pause);
            runs.stage(rate, sweep.stage(rate), prepared.server().library(), prepared.settings(++run));
        }
        runs.print();
        runs.write();
        return runs.exitCode();
    }
}
