// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.LatencyPhase;
import io.loadharness.metrics.Metric;
import io.loadharness.report.Quantity;
import io.loadharness.report.compare.PhaseComparison.Phase;
import io.loadharness.report.compare.PhaseComparison.Times;
import io.loadharness.report.compare.RecordedPhases.Target;
import io.loadharness.servermetrics.ServerMetric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares the phases of two runs.
 *
 * @param base the base
 * @param other the other run
 */
record PhaseComparer(Side base, Side other) {

    private static final LatencyPhase[] ALL = LatencyPhase.values();
    private static final LatencyPhase LAST = ALL[ALL.length - 1];

    /** The maximum difference between the mean token counts of two runs that did the same work, as a share. */
    private static final double TOLERATED = 0.01;

    /**
     * One of the runs.
     *
     * @param name the name in sentences
     * @param run the run
     * @param phases its phases
     */
    record Side(String name, ComparedRun run, RecordedPhases phases) {

        Distribution time(LatencyPhase first, LatencyPhase last) {
            return phases.times().time(first, last);
        }

        boolean knowsEnd(LatencyPhase phase) {
            return phases.times().lacking(phase) < phases.times().count();
        }

        OptionalDouble mean(Metric metric) {
            return new ComparedStatistic(metric, Statistic.MEAN).of(run);
        }

        /** Divides the mean time from the send to the first token, or to the end, by the means that the servers measured. */
        Map<String, Double> parts(LatencyPhase last, double mean) {
            Map<String, Double> parts = new LinkedHashMap<>();
            Double queue = phases.serverMeans().get(ServerMetric.QUEUE_TIME);
            Double inServer = phases.serverMeans()
                    .get(last == LatencyPhase.FIRST_TOKEN ? ServerMetric.TTFT : ServerMetric.LATENCY);
            double rest = mean;
            if (queue != null) {
                parts.put("queue of the server", queue);
                rest -= queue;
            }
            if (inServer != null) {
                double worked = inServer - (mean - rest);
                parts.put(queue == null ? "in the server" : "work of the server", worked);
                rest -= worked;
            }
            if (!parts.isEmpty()) {
                parts.put(inServer == null ? "after the queue" : "outside the server", rest);
            }
            return parts;
        }
    }

    PhaseComparison compared() {
        List<Phase> phases = new ArrayList<>();
        List<LatencyPhase> joined = new ArrayList<>();
        for (LatencyPhase each : ALL) {
            joined.add(each);
            if (base.knowsEnd(each) && other.knowsEnd(each)) {
                phases.add(phase(joined));
                joined.clear();
            }
        }
        Phase total = phase(
                Metric.LATENCY_SCHEDULED.id(),
                Metric.LATENCY_SCHEDULED.title(),
                ALL[0],
                LAST,
                (side, mean) -> Map.of());
        List<String> causes = otherCauses();
        return new PhaseComparison(
                phases,
                total,
                summary(total.difference(), causes.isEmpty()),
                Stream.concat(causes.stream(), limits()).toList());
    }

    private Phase phase(List<LatencyPhase> joined) {
        LatencyPhase first = joined.get(0);
        LatencyPhase last = joined.get(joined.size() - 1);
        String title = joined.stream().map(LatencyPhase::title).collect(Collectors.joining(", "));
        return phase(
                joined.stream().map(LatencyPhase::id).collect(Collectors.joining("+")),
                title.charAt(0) + title.substring(1).toLowerCase(Locale.ROOT),
                first,
                last,
                (side, mean) -> first == LatencyPhase.FIRST_TOKEN ? side.parts(last, mean) : Map.of());
    }

    /** Divides the mean of a phase into parts. */
    @FunctionalInterface
    private interface Division {
        Map<String, Double> of(Side side, double mean);
    }

    private Phase phase(String id, String title, LatencyPhase first, LatencyPhase last, Division division) {
        Distribution ofBase = base.time(first, last);
        Distribution ofOther = other.time(first, last);
        return new Phase(
                id,
                title,
                Times.of(ofBase, division.of(base, ofBase.mean())),
                Times.of(ofOther, division.of(other, ofOther.mean())),
                Difference.between(
                        ofBase.mean(),
                        ofOther.mean(),
                        Optional.of(Bootstrap.difference(ofBase, ofOther, Statistic.MEAN))));
    }

    // Sentences

    private String summary(Difference total, boolean isSameWork) {
        double added = total.absolute();
        if (!total.isSignificant()) {
            return "The mean latencies of " + base.name() + " and " + other.name() + " do not differ significantly: "
                    + FigureFormat.signedTime(added)
                    + total.interval()
                            .map(each -> ", between " + FigureFormat.signedTime(each.low()) + " and "
                                    + FigureFormat.signedTime(each.high()) + " with 95 % confidence.")
                            .orElse(".");
        }
        Target slow = (added > 0 ? other : base).phases().target();
        Target fast = (added > 0 ? base : other).phases().target();
        if (isSameWork && slow == Target.SERVERS && fast == Target.ENGINES) {
            return "HTTP, tokenization and scheduling add " + size(added) + " to the mean latency"
                    + beforeFirstToken(added, Math.signum(added)) + ".";
        }
        return "The mean latency of " + other.name() + " is " + size(added) + (added > 0 ? " higher" : " lower")
                + " than that of " + base.name() + beforeFirstToken(added, 1) + ".";
    }

    /**
     * Returns the part of a sentence that divides a difference.
     *
     * @param sign -1 if the sentence describes the base minus the other run
     */
    private String beforeFirstToken(double added, double sign) {
        if (!base.knowsEnd(LatencyPhase.FIRST_TOKEN) || !other.knowsEnd(LatencyPhase.FIRST_TOKEN)) {
            return "";
        }
        double before = other.time(ALL[0], LatencyPhase.FIRST_TOKEN).mean()
                - base.time(ALL[0], LatencyPhase.FIRST_TOKEN).mean();
        double share = before / added;
        return share >= 0 && share <= 1
                ? ", " + size(before) + " of it before the first token"
                : ": " + FigureFormat.signedTime(sign * before) + " before the first token, and "
                        + FigureFormat.signedTime(sign * (added - before)) + " after it";
    }

    private static String size(double nanos) {
        return FigureFormat.time(Math.abs(nanos));
    }

    /** Returns reasons for which the difference might not be the cost of a server. */
    private List<String> otherCauses() {
        List<String> causes = new ArrayList<>();
        for (Side each : List.of(base, other)) {
            each.run()
                    .verdict()
                    .filter(verdict -> each.run().isInvalid())
                    .ifPresent(verdict -> causes.add(each.name() + " is " + verdict + ": its times do not count."));
        }
        boolean areNamed = true;
        for (Side each : List.of(base, other)) {
            if (each.phases().model().isEmpty()) {
                causes.add(each.name() + " does not name its model. The comparison is useful only if both runs measured"
                        + " the same model.");
                areNamed = false;
            }
        }
        if (areNamed) {
            differing("The models have different names", side -> side.phases().model())
                    .ifPresent(causes::add);
        }
        differing("The data differ", side -> side.phases().data()).ifPresent(causes::add);
        differing("The loads differ", side -> side.phases().load()).ifPresent(causes::add);
        differing("The prompts differ in length", Metric.INPUT_TOKENS).ifPresent(causes::add);
        differing("The outputs differ in length", Metric.OUTPUT_TOKENS).ifPresent(causes::add);
        return causes;
    }

    private Optional<String> differing(String fact, Function<Side, String> value) {
        return value.apply(base).equals(value.apply(other))
                ? Optional.empty()
                : Optional.of(sentence(fact, value.apply(base), value.apply(other)));
    }

    private Optional<String> differing(String fact, Metric metric) {
        OptionalDouble ofBase = base.mean(metric);
        OptionalDouble ofOther = other.mean(metric);
        if (ofBase.isEmpty() || ofOther.isEmpty()) {
            return Optional.empty();
        }
        double difference = Math.abs(ofBase.getAsDouble() - ofOther.getAsDouble());
        return difference <= TOLERATED * Math.max(ofBase.getAsDouble(), ofOther.getAsDouble())
                ? Optional.empty()
                : Optional.of(sentence(
                        fact,
                        Quantity.number(ofBase.getAsDouble()) + " tokens on average",
                        Quantity.number(ofOther.getAsDouble()) + " tokens"));
    }

    private String sentence(String fact, String ofBase, String ofOther) {
        return fact + ": " + base.name() + " has " + ofBase + ", " + other.name() + " has " + ofOther + ".";
    }

    private Stream<String> limits() {
        Stream<String> queues = Stream.of(Target.ENGINES, Target.SERVERS).allMatch(kind -> Stream.of(base, other)
                        .anyMatch(each -> each.phases().target() == kind))
                ? Stream.of("The time in the queue of an engine in the harness process is part of \""
                        + LatencyPhase.QUEUE.title()
                        + "\"; the time in the queue of a server or a worker process is part of \""
                        + LatencyPhase.FIRST_TOKEN.title() + "\".")
                : Stream.of();
        return Stream.of(queues, limits(base), limits(other)).flatMap(each -> each);
    }

    private static Stream<String> limits(Side side) {
        List<String> limits = new ArrayList<>();
        long count = side.phases().times().count();
        for (LatencyPhase each : ALL) {
            long lacking = side.phases().times().lacking(each);
            if (lacking > 0) {
                limits.add((lacking == count
                                ? side.name() + " has"
                                : Quantity.count(lacking) + " of " + Quantity.count(count) + " requests of "
                                        + side.name() + " have")
                        + " no timestamp at the end of \"" + each.title()
                        + "\": the time also contains the next phase.");
            }
        }
        if (side.run().failed().orElse(0) > 0) {
            limits.add("The " + Quantity.count(side.run().failed().getAsLong()) + " failed requests of " + side.name()
                    + " are not part of the phases.");
        }
        return limits.stream();
    }
}
