// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Selects the {@code *_lifecycle_metrics.json} files of inference-perf that are written for a run with stages.
 *
 * @param summary true to write {@code summary_lifecycle_metrics.json}, which covers all stages
 * @param perStage true to write {@code stage_N_lifecycle_metrics.json} for each stage; the first stage has number 0
 * @param perRequest true to write {@code per_request_lifecycle_metrics.json}, which has an entry for each request
 */
public record LifecycleFiles(boolean summary, boolean perStage, boolean perRequest) {

    /**
     * Writes the selected files of a finished run. Replaces existing files.
     *
     * @param folder the output folder of the run, which contains the folders of the stages
     * @return the written files; empty if no stage was started
     */
    public List<Path> write(Path folder) throws IOException {
        List<RunReport> stages = new ArrayList<>();
        for (RunFolder next = SweepReport.stage(folder, 1);
                Files.exists(next.description());
                next = SweepReport.stage(folder, stages.size() + 1)) {
            stages.add(RunReport.of(next));
        }
        List<Path> files = new ArrayList<>();
        if (stages.isEmpty()) {
            return files;
        }
        if (summary) {
            add(files, folder, "summary", out -> InferencePerfReport.ofRun(stages, out));
        }
        for (int i = 0; perStage && i < stages.size(); i++) {
            RunReport stage = stages.get(i);
            add(files, folder, "stage_" + i, out -> InferencePerfReport.ofStage(stage, out));
        }
        if (perRequest) {
            add(files, folder, "per_request", out -> InferencePerfRequests.write(stages, out));
        }
        return files;
    }

    private static void add(List<Path> files, Path folder, String name, AtomicFileWriter.Content content)
            throws IOException {
        Path file = folder.resolve(name + "_lifecycle_metrics.json");
        AtomicFileWriter.write(file, content);
        files.add(file);
    }
}
