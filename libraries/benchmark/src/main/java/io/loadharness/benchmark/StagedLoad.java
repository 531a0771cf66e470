// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.schedule.Sweep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Stages that run one after the other, or a sweep, as profiles of inference-perf describe them.
 *
 * @param type the kind of load, such as {@code poisson} or {@code concurrent}
 * @param stages in their order; none if there is a sweep
 * @param pause from the end of a stage to the start of the next one
 * @param sweep finds the rates; empty if there are stages
 * @param probeRequests the number of requests of the probe of the sweep
 * @param seed of times and prompts
 */
public record StagedLoad(
        String type, List<StagePlan> stages, Duration pause, Optional<Sweep> sweep, long probeRequests, long seed) {

    /** The type of a load that keeps a number of requests in flight. */
    public static final String CONCURRENT = "concurrent";

    public StagedLoad {
        stages = List.copyOf(stages);
        if (stages.isEmpty() == sweep.isEmpty()) {
            throw new IllegalArgumentException("a staged load has either stages or a sweep");
        }
    }

    /** Returns about how many requests all stages send, or the probe of the sweep. */
    public long requests() {
        return probeRequests + stages.stream().mapToLong(StagePlan::requests).sum();
    }
}
