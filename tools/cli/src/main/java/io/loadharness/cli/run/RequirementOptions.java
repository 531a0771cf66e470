package io.loadharness.cli.run;

import io.loadharness.Scenario;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.Requirement;
import io.loadharness.report.RequirementSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say what the figures of a run have to be. */
final class RequirementOptions {

    @Option(
            names = "--require",
            paramLabel = "FIGURE<LIMIT",
            description = "What a figure has to be, as in ttft.p99<2s, failure_rate<=1%% or requests_per_second>=20;"
                    + " else the run is not valid. Any number of times.")
    private List<String> own = new ArrayList<>();

    @Option(
            names = "--rules",
            paramLabel = "NAME",
            defaultValue = "mlperf",
            description =
                    "mlperf: LoadGen's own rules. datacenter: also those of the datacenter benchmark, with its result"
                            + " files; a --require of the same figure replaces one of them. Default: ${DEFAULT-VALUE}")
    private RequirementSet rules;

    /**
     * Looks whether they can be understood.
     *
     * @throws IllegalArgumentException if one cannot
     */
    void check() {
        for (String each : own) {
            try {
                Requirement.parse(each);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--require: " + e.getMessage(), e);
            }
        }
    }

    /** What the figures of a run have to be. */
    List<String> of(Scenario scenario) {
        return rules.of(scenario, own);
    }

    /** How many warm-up requests there have to be at least. */
    int warmUps() {
        return rules.warmUps();
    }

    /** How long a run has to be by the rules of the datacenter benchmark. */
    Optional<Duration> usualDuration() {
        return of(Scenario.OFFLINE).stream()
                .map(Requirement::parse)
                .filter(each -> isDatacenter() && each.figure().name().equals(Rate.DURATION.id()))
                .map(each -> Duration.ofMillis((long) Math.ceil(each.limit() * 1000)))
                .max(Comparator.naturalOrder());
    }

    /** Whether the result files of the datacenter benchmark are wanted. */
    boolean isDatacenter() {
        return rules == RequirementSet.DATACENTER;
    }
}
