// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.Verdict;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientHealth.Reader;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.Delay;
import io.loadharness.internal.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The result of the check of the limits of a client, as a sentence about the limits that were checked.
 *
 * @param sentence one or two sentences: the result of the check, or why there was none, and the limits that differ from the defaults
 * @param isWithinDefaults true if the client met all limits, and no limit was switched off or higher than its default
 * @param belongsInSummary true if a summary with the table of the client's health needs the sentence
 * @param limits the limits that were checked; {@link ClientLimits#NONE} if the client was not checked
 */
record ClientCheck(String sentence, boolean isWithinDefaults, boolean belongsInSummary, ClientLimits limits) {

    /** A limit, with texts of its value, its default and the measured value. An empty value means that the limit was not checked. */
    private record Limit(
            String name,
            Optional<String> value,
            String defaultValue,
            String measured,
            boolean isDefault,
            boolean isHigher) {

        String sentencePart() {
            String numbers = " (default " + defaultValue + ", measured " + measured + ")";
            return name + value.map(text -> " ≤ " + text).orElse("") + numbers;
        }
    }

    /** Returns the check of a run. */
    static ClientCheck of(RunReport report) {
        boolean isConfirmed = report.description().rules().isPresent()
                && report.reasons().stream().noneMatch(each -> each.code().isClientLimited());
        return report.outcome()
                .map(outcome -> of(outcome, report.description().scenario(), isConfirmed))
                .orElseGet(() -> unchecked(
                        "The health of the client is not known, because the process of the run was killed.", false));
    }

    /**
     * Returns the check of a run with an outcome.
     *
     * @param isConfirmed true if no client limit is a reason of the verdict: rules can find that delays have not changed the verdict
     */
    private static ClientCheck of(RunOutcome outcome, Scenario scenario, boolean isConfirmed) {
        if (outcome.health().isEmpty() || outcome.limits().isEmpty()) {
            return unchecked("The health of the client is not known, because it was not monitored.", false);
        }
        ClientHealth health = outcome.health().get();
        ClientLimits limits = outcome.limits().get();
        if (outcome.clientLimited()) {
            String sentence = isConfirmed
                    ? "The client exceeded its limits. Its delays cannot have changed the verdict of the rules."
                    : "This run is client-limited: the load generator, not the server, was the bottleneck.";
            return new ClientCheck(sentence, false, false, limits);
        }
        return obstacle(outcome, health)
                .map(why -> unchecked("The client was not checked, because " + why + ".", true))
                .orElseGet(() -> of(health, limits, scenario));
    }

    private static ClientCheck unchecked(String sentence, boolean belongsInSummary) {
        return new ClientCheck(sentence, false, belongsInSummary, ClientLimits.NONE);
    }

    /** Returns the reason why the limits did not apply to a run; empty if they did. */
    private static Optional<String> obstacle(RunOutcome outcome, ClientHealth health) {
        if (outcome.verdict() == Verdict.ABORTED || outcome.verdict() == Verdict.FAILED) {
            return Optional.of("the run did not complete");
        }
        if (outcome.mode().filter(mode -> mode == TestMode.ACCURACY_ONLY).isPresent()) {
            return Optional.of("the run does not measure performance");
        }
        if (health.watched().compareTo(ClientHealth.MIN_WATCHED) < 0) {
            return Optional.of("requests were in flight for less than " + Durations.inWords(ClientHealth.MIN_WATCHED));
        }
        return health.readers().isEmpty()
                ? Optional.of("the client and the measured system share a process")
                : Optional.empty();
    }

    private static ClientCheck of(ClientHealth health, ClientLimits limits, Scenario scenario) {
        ClientLimits defaults = ClientLimits.DEFAULTS.in(scenario);
        ClientHealth.Sends sends = health.sends();
        List<Limit> all = new ArrayList<>();
        if (!isOff(defaults.sendDelay())) {
            List<Delay> sent = List.of(sends.issueDelay(), sends.sendDelay());
            all.add(delay("send delay", limits.sendDelay(), defaults.sendDelay(), sent, unjudged(sent)));
        }
        List<Delay> read = Stream.concat(health.readers().stream().map(Reader::delay), Stream.of(health.pauses()))
                .toList();
        boolean isReadJudged = read.stream().anyMatch(each -> each.judgedCount() > 0);
        all.add(delay(
                "read delay",
                limits.readDelay(),
                defaults.readDelay(),
                read,
                isReadJudged ? OptionalLong.empty() : unjudged(read)));
        double busiest =
                health.readers().stream().mapToDouble(Reader::share).max().orElse(0);
        all.add(share("use of a reading thread", limits.threadShare(), defaults.threadShare(), busiest));
        all.add(share("CPU use", limits.cpuShare(), defaults.cpuShare(), health.cpuShare()));
        all.add(share(
                "garbage collection",
                limits.gcShare(),
                defaults.gcShare(),
                health.garbageCollection().share()));
        String exempt = isOff(defaults.sendDelay()) ? " The Offline scenario has no limit on the send delay." : "";
        return new ClientCheck(
                sentence(all) + exempt,
                all.stream().noneMatch(Limit::isHigher),
                !all.stream().allMatch(Limit::isDefault),
                limits);
    }

    private static String sentence(List<Limit> all) {
        List<Limit> unchecked = filtered(all, each -> each.value().isEmpty());
        List<Limit> higher = filtered(all, each -> each.value().isPresent() && each.isHigher());
        List<Limit> lower = filtered(all, each -> !each.isHigher() && !each.isDefault());
        if (unchecked.size() == all.size()) {
            return "The client was not checked, because its limits were switched off.";
        }
        if (unchecked.isEmpty() && higher.isEmpty()) {
            return "The client was within its limits" + (lower.isEmpty() ? "" : ": " + parts(lower)) + ".";
        }
        return (higher.isEmpty()
                        ? ""
                        : "The client was checked with limits above the defaults: " + parts(higher) + ". ")
                + (unchecked.isEmpty() ? "" : "Not checked: " + parts(unchecked) + ". ")
                + (unchecked.size() + higher.size() == all.size() ? "" : "The client was within its other limits.");
    }

    private static List<Limit> filtered(List<Limit> all, Predicate<Limit> condition) {
        return all.stream().filter(condition).toList();
    }

    private static String parts(List<Limit> limits) {
        return String.join("; ", limits.stream().map(Limit::sentencePart).toList());
    }

    /** Returns the number of observations of a delay that is not judged, because it has too few; empty if all delays are judged. */
    private static OptionalLong unjudged(List<Delay> delays) {
        List<Delay> observed = delays.stream().filter(each -> each.count() > 0).toList();
        return observed.isEmpty()
                ? OptionalLong.of(0)
                : observed.stream()
                        .filter(each -> each.judgedCount() == 0)
                        .mapToLong(Delay::count)
                        .min();
    }

    /**
     * Returns the limit of a delay.
     *
     * @param unjudged the number of observations, if they are too few to judge the delay
     */
    private static Limit delay(
            String name, Duration limit, Duration defaultLimit, List<Delay> measured, OptionalLong unjudged) {
        boolean hasTooFew = unjudged.isPresent();
        Duration longest = measured.stream()
                .map(each -> each.judgedCount() > 0 ? each.judged() : each.max())
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        return new Limit(
                hasTooFew ? name + observations(unjudged.getAsLong()) : name,
                isOff(limit) || hasTooFew ? Optional.empty() : Optional.of(Durations.inWords(limit)),
                Durations.inWords(defaultLimit),
                Quantity.duration(longest),
                limit.equals(defaultLimit) && !hasTooFew,
                limit.compareTo(defaultLimit) > 0 || hasTooFew);
    }

    private static String observations(long count) {
        return count == 0 ? " without observations" : " of only " + count + " observation" + (count == 1 ? "" : "s");
    }

    private static Limit share(String name, double limit, double defaultLimit, double measured) {
        return new Limit(
                name,
                isOff(limit) ? Optional.empty() : Optional.of(HealthTable.percent(limit)),
                HealthTable.percent(defaultLimit),
                HealthTable.percent(measured),
                limit == defaultLimit,
                limit > defaultLimit);
    }

    /** Returns true if a limit on a delay is switched off. */
    static boolean isOff(Duration limit) {
        return limit.compareTo(ClientLimits.NONE.sendDelay()) >= 0;
    }

    /** Returns true if a limit on a share is switched off. A share cannot exceed 1. */
    static boolean isOff(double limit) {
        return limit >= 1;
    }
}
