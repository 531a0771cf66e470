// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientHealthMonitor;
import io.loadharness.client.Delay;
import io.loadharness.client.DelayHistogram;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.Requirement;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.metrics.RunStatistic;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks if the delays of the client can have changed the result of a requirement. Without these delays, a latency is at most as much
 * shorter as the client delayed the request and the response. It can be longer, too: a request that was sent late can have given other
 * requests more time of the server, or the first of two measured times was late.
 */
final class ClientDelayCheck {

    private static final Set<Reason.Code> DELAYS = EnumSet.of(
            Reason.Code.ISSUED_LATE, Reason.Code.SENT_LATE, Reason.Code.READ_LATE, Reason.Code.CLIENT_PAUSED);

    /** Metrics that start at the scheduled start. A response that is read late can only lengthen them. */
    private static final List<Metric> FROM_SCHEDULE = List.of(Metric.TTFT_SCHEDULED, Metric.LATENCY_SCHEDULED);

    private static final double NANOS_PER_SECOND = 1e9;

    private final Scenario scenario;
    private final double requestSeconds;
    private final double responseSeconds;

    private ClientDelayCheck(Scenario scenario, long requestNanos, long responseNanos) {
        this.scenario = scenario;
        this.requestSeconds = requestNanos / NANOS_PER_SECOND;
        this.responseSeconds = responseNanos / NANOS_PER_SECOND;
    }

    /**
     * Returns true if delays of the client, as opposed to a client that is busy all the time, are the reason. In the Server scenario,
     * garbage collection changes results only by its pauses, which are delays.
     */
    static boolean isDelay(Reason reason, Scenario scenario) {
        return DELAYS.contains(reason.code())
                || (reason.code() == Reason.Code.GARBAGE_COLLECTION && scenario == Scenario.SERVER);
    }

    /**
     * Returns true if no delay of the client can have changed the result of any requirement. Returns false if the delays are not known: in
     * runs with workers or slices, and in runs without completed requests.
     */
    static boolean confirms(
            List<Requirement.Check> checks, Scenario scenario, Optional<RunOutcome> outcome, RunMetrics metrics) {
        Optional<ClientHealth> health =
                outcome.filter(each -> each.slices().isEmpty()).flatMap(RunOutcome::health);
        Optional<Distribution> request = metrics.distribution(Metric.SCHEDULE_DELAY);
        Optional<Distribution> report = metrics.distribution(Metric.REPORT_DELAY);
        if (health.isEmpty()
                || request.isEmpty()
                || report.isEmpty()
                || CoordinationCost.of(metrics).isPresent()) {
            return false;
        }
        // The recorded delay is rounded down, and the monitor can miss the time between two measurements.
        long response = (long) (longestRead(health.get()) * DelayHistogram.MAX_ROUNDING)
                + ClientHealthMonitor.PERIOD.toNanos()
                + report.get().max();
        ClientDelayCheck check = new ClientDelayCheck(scenario, request.get().max(), response);
        return checks.stream().allMatch(check::confirms);
    }

    private static long longestRead(ClientHealth health) {
        return Stream.concat(
                        Stream.of(health.pauses()), health.readers().stream().map(ClientHealth.Reader::delay))
                .mapToLong(Delay::maxNanos)
                .max()
                .orElseThrow();
    }

    private boolean confirms(Requirement.Check check) {
        RunStatistic statistic = check.requirement().statistic();
        if (check.seen().isEmpty()) {
            return false;
        }
        if (statistic.name().equals(Rate.DURATION.id()) && scenario == Scenario.SERVER) {
            return check.isMet(); // LoadGen issues queries until the minimum duration has elapsed
        }
        if (!statistic.isTime()) {
            return check.isMet() && !isPerTime(statistic.name());
        }
        double seen = check.seen().getAsDouble();
        double shortest = seen - requestSeconds - responseSeconds;
        double longest = seen + requestSeconds + (startsAtSchedule(statistic.name()) ? 0 : responseSeconds);
        return isMet(check, shortest) == check.isMet() && isMet(check, longest) == check.isMet();
    }

    private static boolean isMet(Requirement.Check check, double seconds) {
        return new Requirement.Check(check.requirement(), OptionalDouble.of(seconds)).isMet();
    }

    private static boolean startsAtSchedule(String statistic) {
        return FROM_SCHEDULE.stream().anyMatch(each -> statistic.startsWith(each.id() + "."));
    }

    private static boolean isPerTime(String statistic) {
        return Arrays.stream(Rate.values())
                .filter(each -> each != Rate.FAILURE_RATE)
                .anyMatch(each -> each.id().equals(statistic));
    }
}
