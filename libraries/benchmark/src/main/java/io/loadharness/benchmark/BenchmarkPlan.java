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
 * @param warnings problems that concern all loads, one sentence each
 */
public record BenchmarkPlan(
        String target, String dataset, int samples, List<PlannedRun> loads, Path outputFolder, List<String> warnings) {

    /**
     * One planned load.
     *
     * @param generator the name of the load generator
     * @param scenario the LoadGen scenario
     * @param description the description of the load
     * @param plan the size of the run; empty if the load has several runs
     * @param batches one sentence about the size of batches and of the requests that contain them; empty without batches
     * @param stages for an inference-perf profile, one sentence about each stage; for a sweep, one sentence; otherwise empty
     * @param requirements the requirements of the rules and of the caller, as in {@code duration>=60s}
     * @param warnings reasons why the run cannot become valid, one sentence each
     */
    public record PlannedRun(
            String generator,
            Scenario scenario,
            String description,
            Optional<LoadPlan> plan,
            Optional<String> batches,
            List<String> stages,
            List<String> requirements,
            List<String> warnings) {

        public PlannedRun {
            stages = List.copyOf(stages);
            requirements = List.copyOf(requirements);
            warnings = List.copyOf(warnings);
        }
    }

    public BenchmarkPlan {
        warnings = List.copyOf(warnings);
        loads = List.copyOf(loads);
    }
}
