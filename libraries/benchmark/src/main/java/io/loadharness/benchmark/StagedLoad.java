// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.schedule.Sweep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The load of an inference-perf profile: stages that run one after the other, or a sweep.
 *
 * @param type the kind of load, such as {@code poisson} or {@code concurrent}
 * @param stages the stages, in the order in which they run; empty for a sweep
 * @param pause the time from the end of a stage to the start of the next stage
 * @param sweep the sweep, which determines the rates; empty if there are stages
 * @param probeRequests the number of requests of the sweep's probe
 * @param seed the random seed for send times and prompts
 */
public record StagedLoad(
        String type, List<StagePlan> stages, Duration pause, Optional<Sweep> sweep, long probeRequests, long seed) {

    /** The type of a load with a fixed number of requests in flight. */
    public static final String CONCURRENT = "concurrent";

    public StagedLoad {
        stages = List.copyOf(stages);
        if (stages.isEmpty() == sweep.isEmpty()) {
            throw new IllegalArgumentException("a staged load must have either stages or a sweep");
        }
    }

    /** Returns the approximate number of requests of all stages, or of the probe of the sweep. */
    public long requests() {
        return probeRequests + stages.stream().mapToLong(StagePlan::requests).sum();
    }
}
