// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.schedule.ScheduledLoad;
import java.io.IOException;
import java.nio.file.Path;

/** Runs the stages of a profile with pauses between them, or the sweep of a profile. Not thread-safe. */
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
     * Runs all stages. After an aborted stage, the other stages are skipped.
     *
     * @param sent the number of requests that the warm-up sent; the first stage continues with the next prompt
     */
    BenchmarkResult run(int sent) throws IOException {
        StagedLoad staged = load.load();
        if (staged.sweep().isPresent()) {
            return new SweepRuns(staged.sweep().get(), ScheduledLoad::new, prepared, staged.pause(), folder).run();
        }
        String title = staged.type().equals(StagedLoad.CONCURRENT) ? "Concurrency" : StageRunner.RATE;
        StageRunner runs = new StageRunner(title, ScheduledLoad::new, prepared, folder);
        long next = sent;
        for (int i = 0; i < staged.stages().size(); i++) {
            StagePlan stage = staged.stages().get(i);
            if (i > 0) {
                prepared.abortController().pause(staged.pause());
            }
            requests.startAt(stage.fromTrace() ? 0 : next);
            next += stage.requests();
            runs.stage(
                    stage.load(),
                    stage.schedule(),
                    library(stage),
                    load.settings(stage.schedule().scenario(), i, prepared.timed(), prepared.longestRequest()));
        }
        return runs.finish();
    }

    /** Returns the samples of a stage: one sample for each of its requests, or all samples if there are fewer samples than requests. */
    private QuerySampleLibrary library(StagePlan stage) {
        int size = (int) Math.min(requests.size(), stage.requests());
        return QuerySampleLibrary.ofSize(prepared.measured().library().name(), size);
    }
}
