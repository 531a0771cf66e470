package io.loadharness.cli.load;

import io.loadharness.LoadGenerator;
import io.loadharness.TestSettings;
import io.loadharness.cli.calibrate.Ceiling;
import io.loadharness.cli.console.PlanSentence;
import io.loadharness.cli.record.RecordedRuns;
import io.loadharness.cli.record.RecordedRuns.Recorded;
import io.loadharness.cli.run.Interruption;
import io.loadharness.cli.run.RunDisplay;
import io.loadharness.cli.run.WatchedRuns;
import io.loadharness.cli.server.ServerUnderTest;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A load, and warm servers to put it on.
 *
 * @param timed whether tokens are timed
 * @param longestRequest after which a request has ended in any case
 * @param description of the run, or of each of its stages but for their loads
 * @param interruption by Ctrl-C or a signal
 * @param display shows what goes on
 */
record PreparedLoad(
        Load load,
        ServerUnderTest server,
        boolean timed,
        Duration longestRequest,
        RunDescription description,
        Interruption interruption,
        RunDisplay display) {

    /** The settings of a run, of which there may be several, from 0. */
    TestSettings settings(int run) {
        return load.settings(run, timed, longestRequest);
    }

    /** Runs it on the calling thread, and prints what came of it. */
    Recorded measure(Path folder, PrintWriter out) throws IOException {
        Ceiling ceiling = Ceiling.of(server.transportName());
        load.plannedRate().ifPresent(rate -> ceiling.planned(rate).forEach(out::println));
        try (LoadGenerator generator = load.generator()) {
            TestSettings settings = settings(0);
            PlanSentence.of(generator.plan(server.library(), settings)).ifPresent(out::println);
            out.flush();
            Recorded recorded = new RecordedRuns(new WatchedRuns(generator, display, interruption), server)
                    .run(server.library(), settings, description, new RunFolder(folder));
            out.println();
            recorded.print(out);
            server.system().clientHealth().ifPresent(health -> ceiling.seen(health, server.answered(), server.events())
                    .forEach(out::println));
            load.notice().ifPresent(out::println);
            return recorded;
        }
    }
}
