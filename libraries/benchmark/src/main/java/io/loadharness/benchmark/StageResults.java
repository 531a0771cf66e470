// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The results of the stages of a sweep or a profile.
 *
 * @param loadTitle of {@link Stage#load}, such as {@code Rate}
 * @param stages that were run
 * @param page with the curves of all stages; empty if there are fewer than two
 */
public record StageResults(String loadTitle, List<Stage> stages, Optional<Path> page) {

    /**
     * One stage.
     *
     * @param load its rate or concurrency; 0 if it has neither
     * @param run its result
     */
    public record Stage(double load, RunResult run) {}

    public StageResults {
        stages = List.copyOf(stages);
    }
}
