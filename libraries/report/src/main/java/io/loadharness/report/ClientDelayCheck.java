// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Failure;
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
 * Checks if the delays of the client can have changed the result of a requirement.
 *
 * <p>Let {@code q} be the longest schedule delay, and {@code r} the longest time from the arrival of a part of a response until it was read
 * and reported. A client without delays sends each request at its scheduled start, which is at most {@code q} earlier, and reads each part
 * of a response when it arrives, which is at most {@code r} earlier. The check assumes that each part of each response then arrives at most
 * {@code q} earlier or later. This is true for servers that process requests in the order of their arrival, with any number of requests at
 * a time, if the time for a request does not depend on other requests and the delays do not change the order of the requests. It is an
 * approximation for servers whose requests slow each other down. Under the assumption, a time changes by at most:
 *
 * <table>
 * <caption>Maximum change without the delays of the client</caption>
 * <tr><th>time<th>shorter by<th>longer by
 * <tr><td>from the scheduled start to a part of a response<td>{@code q + r}<td>{@code q}
 * <tr><td>from the send to a part of a response<td>{@code q + r}<td>{@code 2q}
 * <tr><td>between two parts of a response<td>{@code 2q + r}<td>{@code 2q + r}
 * </table>
 *
 * <p>A mean, a percentile, a minimum and a maximum change by at most as much as the times. A rate has no such bound. Delays do not change
 * the number of failed requests, unless a request exceeded a time limit: then any result can have changed.
 */
final class ClientDelayCheck {

    private static final Set<Reason.Code> DELAYS = EnumSet.of(
            Reason.Code.ISSUED_LATE, Reason.Code.SENT_LATE, Reason.Code.READ_LATE, Reason.Code.CLIENT_PAUSED);

    private static final Set<Metric> FROM_SCHEDULE = EnumSet.of(Metric.TTFT_SCHEDULED, Metric.LATENCY_SCHEDULED);
    private static final Set<Metric> FROM_SEND =
            EnumSet.of(Metric.TTFB, Metric.TTFT, Metric.TTFT_CONTENT, Metric.LATENCY, Metric.NTPOT);

    private static final double NANOS_PER_SECOND = 1e9;

    private final Scenario scenario;
    private final double request;
    private final double response;

    /**
     * Creates a check of a run.
     *
     * @param requestNanos the longest time from a scheduled start to the send
     * @param responseNanos the longest time from the arrival of a part of a response until it was reported
     */
    ClientDelayCheck(Scenario scenario, long requestNanos, long responseNanos) {
        this.scenario = scenario;
        this.request = requestNanos / NANOS_PER_SECOND;
        this.response = responseNanos / NANOS_PER_SECOND;
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
     * Returns true if no delay of the client can have changed the result of any requirement. Returns false if a request exceeded a time
     * limit, because other requests can exceed it without the delays. Also returns false if the delays are not known: in runs with workers
     * or slices, and in runs without completed requests.
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
                || CoordinationCost.of(metrics).isPresent()
                || metrics.counts().failures().containsKey(Failure.Kind.TIMEOUT)) {
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

    /** Returns true if the delays cannot have changed the result of a requirement. */
    boolean confirms(Requirement.Check check) {
        RunStatistic statistic = check.requirement().statistic();
        if (check.seen().isEmpty()) {
            return false;
        }
        boolean isDuration = statistic.name().equals(Rate.DURATION.id());
        if (isDuration
                && scenario == Scenario.SERVER
                && check.requirement().comparison().isMinimum()) {
            return check.isMet(); // LoadGen issues queries until the minimum duration has elapsed
        }
        if (!statistic.isTime()) {
            return check.isMet() && !isPerTime(statistic.name());
        }
        Optional<Metric> metric = statistic.metric();
        double shorter = request + response;
        double longer = 2 * request;
        if (isDuration || metric.filter(FROM_SCHEDULE::contains).isPresent()) {
            longer = request;
        } else if (metric.filter(FROM_SEND::contains).isEmpty()) {
            shorter += request;
            longer += response;
        }
        double seen = check.seen().getAsDouble();
        return isMet(check, seen - shorter) == check.isMet() && isMet(check, seen + longer) == check.isMet();
    }

    private static boolean isMet(Requirement.Check check, double seconds) {
        return new Requirement.Check(check.requirement(), OptionalDouble.of(seconds)).isMet();
    }

    private static boolean isPerTime(String statistic) {
        return Arrays.stream(Rate.values())
                .filter(each -> each != Rate.FAILURE_RATE)
                .anyMatch(each -> each.id().equals(statistic));
    }
}
