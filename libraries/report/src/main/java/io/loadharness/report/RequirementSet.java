// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Scenario;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Requirements that belong together under a name. */
public enum RequirementSet {

    /** What LoadGen asks for by itself, and nothing else. */
    MLPERF,
    /** Those of the datacenter benchmark. */
    DATACENTER;

    /** The warm-up requests that have to be answered before a run. */
    public int warmUps() {
        return this == DATACENTER ? 10 : 0;
    }

    /** What it requires of a scenario, where a user's own requirement of the same figure takes the place of one of the set. */
    public List<String> of(Scenario scenario, List<String> own) {
        Map<String, String> byFigure = new LinkedHashMap<>();
        usual(scenario).forEach(each -> byFigure.put(figure(each), each));
        own.forEach(each -> byFigure.remove(figure(each)));
        List<String> all = new ArrayList<>(byFigure.values());
        all.addAll(own);
        return all;
    }

    /**
     * Returns the duration that the set demands of a run, where a user's own requirement takes the place of the set's; empty if it
     * demands none.
     */
    public Optional<Duration> minDuration(List<String> own) {
        if (this != DATACENTER) {
            return Optional.empty();
        }
        return of(Scenario.OFFLINE, own).stream()
                .map(Requirement::parse)
                .filter(each -> each.figure().name().equals(Rate.DURATION.id()))
                .map(each -> Duration.ofMillis((long) Math.ceil(each.limit() * 1000)))
                .max(Comparator.naturalOrder());
    }

    private static String figure(String requirement) {
        return Requirement.parse(requirement).figure().name();
    }

    private List<String> usual(Scenario scenario) {
        if (this == MLPERF) {
            return List.of();
        }
        List<String> requirements = new ArrayList<>(List.of("failure_rate<=1%", "samples>=100", "duration>=60s"));
        if (scenario == Scenario.SERVER) {
            requirements.add("latency_scheduled.p99<=1000ms");
        }
        return requirements;
    }
}
