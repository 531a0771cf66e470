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

/** A named set of requirements. */
public enum RequirementSet {

    /** No rules in addition to LoadGen's own rules. */
    MLPERF,
    /** The rules of the datacenter benchmark. */
    DATACENTER;

    /** Returns the number of warm-up requests that must complete before a run. */
    public int warmUps() {
        return this == DATACENTER ? 10 : 0;
    }

    /**
     * Returns the requirements for a scenario: the requirements of the user and of this set. A requirement of this set is omitted if the
     * user has a requirement for the same figure.
     */
    public List<String> of(Scenario scenario, List<String> own) {
        Map<String, String> byFigure = new LinkedHashMap<>();
        defaults(scenario).forEach(each -> byFigure.put(figure(each), each));
        own.forEach(each -> byFigure.remove(figure(each)));
        List<String> all = new ArrayList<>(byFigure.values());
        all.addAll(own);
        return all;
    }

    /**
     * Returns the minimum duration of a run; empty if the set requires none. A requirement of the user for the duration replaces the
     * requirement of the set.
     */
    public Optional<Duration> minDuration(List<String> own) {
        if (this != DATACENTER) {
            return Optional.empty();
        }
        return of(Scenario.OFFLINE, own).stream()
                .map(Requirement::parse)
                .filter(each -> each.statistic().name().equals(Rate.DURATION.id()))
                .map(each -> Duration.ofMillis((long) Math.ceil(each.limit() * 1000)))
                .max(Comparator.naturalOrder());
    }

    private static String figure(String requirement) {
        return Requirement.parse(requirement).statistic().name();
    }

    private List<String> defaults(Scenario scenario) {
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
