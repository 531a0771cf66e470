// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Named rules that decide if a run is valid. A rule set has requirements, which can replace findings of LoadGen, and default settings for
 * its runs.
 */
public enum RuleSet {

    /** LoadGen's own rules. */
    MLPERF,
    /**
     * The rules of the datacenter benchmark. The requirements of these rules replace LoadGen's latency bounds, minimum duration, minimum
     * query count and early stopping. Up to 1 % of the samples may fail.
     */
    DATACENTER;

    private static final List<String> COMMON = List.of("failure_rate<=1%", "samples>=100", "duration>=60s");
    private static final String SERVER_LATENCY = "latency_scheduled.p99<=1000ms";

    private static final Set<Reason.Code> REPLACED = EnumSet.of(
            Reason.Code.SAMPLES_FAILED,
            Reason.Code.LATENCY_BOUND,
            Reason.Code.MIN_DURATION,
            Reason.Code.MIN_QUERY_COUNT,
            Reason.Code.EARLY_STOPPING,
            Reason.Code.LOADGEN_ADVICE,
            Reason.Code.LOADGEN_INVALID);

    /** Returns the name for options and messages. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns true if these rules, instead of LoadGen, decide the verdict. */
    public boolean hasOwnVerdict() {
        return this != MLPERF;
    }

    /** Returns true if a requirement of these rules replaces findings of this kind. */
    boolean replaces(Reason.Code finding) {
        return hasOwnVerdict() && REPLACED.contains(finding);
    }

    /** Returns the number of warm-up requests that must complete before a run. */
    public int warmUps() {
        return this == DATACENTER ? 10 : 0;
    }

    /**
     * Returns the scenarios that a benchmark runs if the benchmark does not select a scenario; empty if a benchmark must select its
     * scenarios.
     */
    public List<Scenario> scenarios() {
        return this == DATACENTER ? List.of(Scenario.SERVER, Scenario.OFFLINE) : List.of();
    }

    /** Returns the default target rate of a scenario; empty if the rules have no default rate. */
    public OptionalDouble targetQps(Scenario scenario) {
        if (this != DATACENTER) {
            return OptionalDouble.empty();
        }
        return switch (scenario) {
            case SERVER -> OptionalDouble.of(1);
            case OFFLINE -> OptionalDouble.of(10);
            default -> OptionalDouble.empty();
        };
    }

    /** Returns the default maximum number of output tokens; empty if the rules have no default maximum. */
    public OptionalInt maxTokens() {
        return this == DATACENTER ? OptionalInt.of(64) : OptionalInt.empty();
    }

    /** Returns the default model, for servers that do not have exactly one model; empty if the rules have no default model. */
    public Optional<String> model() {
        return this == DATACENTER ? Optional.of("meta-llama/Llama-3.1-8B-Instruct") : Optional.empty();
    }

    /**
     * Returns the requirements for a scenario: the requirements of these rules and of the user. A requirement of the user replaces a rule
     * if the requirement limits the same metric in the same direction as the rule. Such a requirement applies only to the scenarios of this
     * rule.
     */
    public List<String> requirements(Scenario scenario, List<String> own) {
        List<String> rules = rules(scenario);
        List<String> all = new ArrayList<>(
                rules.stream().filter(rule -> replacing(rule, own).isEmpty()).toList());
        List<String> others = scenarios().stream()
                .flatMap(each -> rules(each).stream())
                .filter(rule -> !rules.contains(rule))
                .toList();
        own.stream()
                .filter(each -> others.stream()
                        .allMatch(rule -> replacing(rule, List.of(each)).isEmpty()))
                .forEach(all::add);
        return all;
    }

    /** Returns the requirements of the user that are weaker than the rules that they replace. */
    public List<String> relaxedBy(Scenario scenario, List<String> own) {
        return rules(scenario).stream()
                .map(rule -> replacing(rule, own))
                .filter(replacing -> !replacing.isEmpty() && replacing.stream().noneMatch(Replacement::isAsStrict))
                .flatMap(List::stream)
                .map(Replacement::text)
                .toList();
    }

    /** Returns the minimum duration of a run, from these rules and the user's requirements; empty for {@link #MLPERF}. */
    public Optional<Duration> minDuration(List<String> own) {
        return atLeast(Rate.DURATION.id(), own).stream()
                .mapToObj(seconds -> Duration.ofMillis((long) Math.ceil(seconds * 1000)))
                .findFirst();
    }

    /** Returns the minimum number of samples of a run, from these rules and the user's requirements; empty for {@link #MLPERF}. */
    public OptionalLong minSamples(List<String> own) {
        OptionalDouble samples = atLeast("samples", own);
        return samples.isPresent() ? OptionalLong.of((long) Math.ceil(samples.getAsDouble())) : OptionalLong.empty();
    }

    private OptionalDouble atLeast(String statistic, List<String> own) {
        return hasOwnVerdict()
                ? requirements(Scenario.OFFLINE, own).stream()
                        .map(Requirement::parse)
                        .filter(each -> each.statistic().name().equals(statistic)
                                && each.comparison().isMinimum())
                        .mapToDouble(Requirement::limit)
                        .max()
                : OptionalDouble.empty();
    }

    private List<String> rules(Scenario scenario) {
        if (!hasOwnVerdict()) {
            return List.of();
        }
        List<String> rules = new ArrayList<>(COMMON);
        if (scenario == Scenario.SERVER) {
            rules.add(SERVER_LATENCY);
        }
        return rules;
    }

    /** A requirement of the user that replaces a rule. */
    private record Replacement(String text, boolean isAsStrict) {}

    private static List<Replacement> replacing(String rule, List<String> own) {
        Requirement required = Requirement.parse(rule);
        boolean minimum = required.comparison().isMinimum();
        List<Replacement> replacing = new ArrayList<>();
        for (String each : own) {
            Requirement other = Requirement.parse(each);
            boolean same = other.statistic().name().equals(required.statistic().name());
            if (same && other.comparison().isMinimum() == minimum) {
                boolean strict = minimum ? other.limit() >= required.limit() : other.limit() <= required.limit();
                replacing.add(new Replacement(other.text(), strict));
            }
        }
        return replacing;
    }
}
