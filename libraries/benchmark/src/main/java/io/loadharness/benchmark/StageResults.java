// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The results of the stages of a sweep or an inference-perf profile.
 *
 * @param loadTitle the title under which {@link Stage#load} is shown, such as {@code Rate}
 * @param stages the completed stages
 * @param page the HTML page with curves over all stages; empty if there are fewer than two stages
 */
public record StageResults(String loadTitle, List<Stage> stages, Optional<Path> page) {

    /**
     * The result of one stage.
     *
     * @param load the rate in samples per second, or the concurrency; 0 if the stage has neither a rate nor a concurrency
     * @param run the result of the run
     */
    public record Stage(double load, RunResult run) {}

    public StageResults {
        stages = List.copyOf(stages);
    }
}
