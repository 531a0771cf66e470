// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.schedule.ScheduledLoad;
import java.io.IOException;
import java.nio.file.Path;

/** The stages of a profile with the pauses between them, or its sweep. For one benchmark, on one thread. */
final class StagedRuns {

    private final StagedSchedule load;
    private final StagedRequests requests;
    private final PreparedLoad prepared;
    private final Path folder;

    StagedRuns(StagedSchedule load, StagedRequests requests, PreparedLoad prepared, Path folder) {
        this.load = load;
        this.requests = requests;
        this.prepared = prepared;
        this.folder = folder;
    }

    /**
     * Runs all until one of them is stopped.
     *
     * @param sent the number of requests that were sent before
     */
    BenchmarkResult run(int sent) throws IOException {
        StagedLoad staged = load.load();
        if (staged.sweep().isPresent()) {
            return new SweepRuns(staged.sweep().get(), ScheduledLoad::new, prepared, staged.pause(), folder).run();
        }
        String title = staged.type().equals(StagedLoad.CONCURRENT) ? "At a time" : StageRunner.RATE;
        StageRunner runs = new StageRunner(title, ScheduledLoad::new, prepared, folder);
        long next = sent;
        for (int i = 0; i < staged.stages().size(); i++) {
            StagePlan stage = staged.stages().get(i);
            if (i > 0) {
                prepared.interruption().pause(staged.pause());
            }
            requests.startAt(stage.isOfTrace() ? 0 : next);
            next += stage.requests();
            runs.stage(
                    stage.load(),
                    stage.schedule(),
                    library(stage),
                    load.settings(stage.schedule().scenario(), i, prepared.timed(), prepared.longestRequest()));
        }
        return runs.finish();
    }

    /** As many of the requests as the stage sends, if there are enough. */
    private QuerySampleLibrary library(StagePlan stage) {
        int size = (int) Math.min(requests.size(), stage.requests());
        return QuerySampleLibrary.ofSize(prepared.measured().library().name(), size);
    }
}
