// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadPlan;
import io.loadharness.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The runs of a benchmark as far as they are known before it starts.
 *
 * @param target what would be measured, in words
 * @param dataset the name of the data set
 * @param samples how many samples it has
 * @param loads one after the other
 * @param outputFolder for the results
 */
public record BenchmarkPlan(String target, String dataset, int samples, List<PlannedRun> loads, Path outputFolder) {

    /**
     * One load.
     *
     * @param generator the name of the load generator
     * @param scenario the traffic pattern
     * @param description the load in words
     * @param plan its size; empty if several runs follow
     * @param stages a sentence about each of several runs
     */
    public record PlannedRun(
            String generator, Scenario scenario, String description, Optional<LoadPlan> plan, List<String> stages) {}

    public BenchmarkPlan {
        loads = List.copyOf(loads);
    }
}
