// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadPlan;
import io.loadharness.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The runs that a benchmark plans before it starts.
 *
 * @param target the description of the target
 * @param dataset the name of the data set
 * @param samples the number of samples in the data set
 * @param loads the loads, in the order in which they run
 * @param outputFolder the folder for the results
 */
public record BenchmarkPlan(String target, String dataset, int samples, List<PlannedRun> loads, Path outputFolder) {

    /**
     * One planned load.
     *
     * @param generator the name of the load generator
     * @param scenario the LoadGen scenario
     * @param description the description of the load
     * @param plan the size of the run; empty if the load has several runs
     * @param stages for a profile, one sentence about each stage; for a sweep, one sentence; otherwise empty
     */
    public record PlannedRun(
            String generator, Scenario scenario, String description, Optional<LoadPlan> plan, List<String> stages) {}

    public BenchmarkPlan {
        loads = List.copyOf(loads);
    }
}
