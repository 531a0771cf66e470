// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadPlan;
import io.loadharness.Scenario;
import io.loadharness.internal.Durations;
import io.loadharness.internal.FreeSpace;
import io.loadharness.metrics.Requirement;
import io.loadharness.report.Quantity;
import io.loadharness.report.RuleSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds runs that cannot become valid, before they start. Each warning suggests a sufficient value. */
final class PlanWarnings {

    /** The maximum error probability of LoadGen's early stopping, whose confidence is 99 %. */
    private static final double ERROR_PROBABILITY = 0.01;

    private static final long MIN_FREE_BYTES = 16L << 20;
    private static final long BYTES_PER_SAMPLE = 2048;
    private static final long SECONDS_PER_MINUTE = 60;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long MAX_IN_SECONDS = 600;
    private static final Pattern PERCENTILE = Pattern.compile(".+\\.p(\\d+(?:\\.\\d+)?)");

    private final boolean namesOptions;

    /**
     * Creates warnings.
     *
     * @param namesOptions true if the warnings name the options of the command line; false if they name the methods of the builder
     */
    PlanWarnings(boolean namesOptions) {
        this.namesOptions = namesOptions;
    }

    private String name(String method, String option) {
        return namesOptions ? option : method;
    }

    /**
     * Returns the warnings about a LoadGen run.
     *
     * @param fields the settings that LoadGen uses, by LoadGen's names
     */
    List<String> ofLoadGen(Scenario scenario, Map<String, Number> fields, LoadPlan plan, RuleSet rules) {
        List<String> contradictions = scenario == Scenario.OFFLINE ? List.of() : contradictions(fields, rules);
        return contradictions.isEmpty()
                ? Stream.concat(
                                earlyStopping(scenario, fields, plan, rules).stream(),
                                fasterServers(scenario, fields, plan, rules).stream())
                        .toList()
                : contradictions;
    }

    /** Returns a warning for each maximum that is below its minimum. */
    private static List<String> contradictions(Map<String, Number> fields, RuleSet rules) {
        List<String> warnings = new ArrayList<>();
        long maxQueries = value(fields, "max_query_count");
        long minQueries = value(fields, "min_query_count");
        if (maxQueries > 0 && maxQueries < minQueries) {
            warnings.add(impossible(
                    rules,
                    "max_query_count is " + Quantity.count(maxQueries) + ", but min_query_count is "
                            + Quantity.count(minQueries),
                    "raise or remove max_query_count in the user.conf"));
        }
        long maxMillis = value(fields, "max_duration_ms");
        long minMillis = value(fields, "min_duration_ms");
        if (maxMillis > 0 && maxMillis < minMillis) {
            warnings.add(impossible(
                    rules,
                    "max_duration is " + duration(maxMillis) + ", but min_duration is " + duration(minMillis),
                    "raise or remove max_duration in the user.conf"));
        }
        return warnings;
    }

    private static long value(Map<String, Number> fields, String name) {
        Number value = fields.get(name);
        return value == null ? 0 : value.longValue();
    }

    private static String impossible(RuleSet rules, String cause, String remedy) {
        return rules.hasOwnVerdict()
                ? "The run can become VALID by " + rules.id() + ", but not by MLPerf LoadGen: " + cause + ". For both, "
                        + remedy
                : "The run cannot become VALID: " + cause + "; " + remedy;
    }

    /**
     * Returns the smallest number of queries with which early stopping accepts a percentile.
     *
     * @param exceeding the number of queries above the percentile: 0 for Server, which has a latency bound; 1 for SingleStream and
     * MultiStream, which have no bound: early stopping estimates their percentile
     */
    static long minQueries(double percentile, int exceeding) {
        long tooFew = 0;
        long enough = 1;
        while (probability(enough, percentile, exceeding) > ERROR_PROBABILITY) {
            tooFew = enough;
            enough *= 2;
        }
        while (enough - tooFew > 1) {
            long middle = (tooFew + enough) / 2;
            if (probability(middle, percentile, exceeding) > ERROR_PROBABILITY) {
                tooFew = middle;
            } else {
                enough = middle;
            }
        }
        return enough;
    }

    /** Returns the probability that at most {@code exceeding} queries, 0 or 1, are above the percentile. */
    private static double probability(long queries, double percentile, int exceeding) {
        double none = Math.pow(percentile, (double) queries);
        return exceeding == 0 ? none : none + (double) queries * (1 - percentile) * Math.pow(percentile, queries - 1.0);
    }

    private Optional<String> earlyStopping(
            Scenario scenario, Map<String, Number> fields, LoadPlan plan, RuleSet rules) {
        Number percentile = fields.get(scenario.name().toLowerCase(Locale.ROOT) + "_target_latency_percentile");
        if (scenario == Scenario.OFFLINE || percentile == null) {
            return Optional.empty();
        }
        long needed = minQueries(percentile.doubleValue(), scenario == Scenario.SERVER ? 0 : 1);
        String need = "early stopping at the " + name(100 * percentile.doubleValue()) + "th percentile needs at least "
                + Quantity.count(needed);
        long maxQueries = value(fields, "max_query_count");
        if (maxQueries > 0 && maxQueries < needed) {
            return Optional.of(impossible(
                    rules,
                    "max_query_count is " + Quantity.count(maxQueries) + ", but " + need,
                    "set max_query_count to " + needed + " or more in the user.conf, and "
                            + name("minQueries", "--min-queries") + " to " + needed));
        }
        String setQueries = "set " + name("minQueries", "--min-queries") + " to " + needed;
        if (scenario != Scenario.SERVER) {
            long certain = value(fields, "min_query_count");
            long minMillis = value(fields, "min_duration_ms");
            return certain >= needed
                    ? Optional.empty()
                    : Optional.of("The run can end after " + Quantity.count(certain) + " queries"
                            + (minMillis == 0 ? "" : " and " + duration(minMillis)) + ", but " + need
                            + ", and with fewer it is INVALID: " + setQueries);
        }
        if (plan.samples().isEmpty() || plan.samples().getAsLong() >= needed) {
            return Optional.empty();
        }
        boolean isCut = value(fields, "max_duration_ms") > 0;
        String remedy = isCut
                ? "raise or remove max_duration in the user.conf, and " + setQueries
                : setQueries
                        + durationFor(needed, plan.perSecond())
                                .map(time -> ", or " + name("minDuration", "--min-duration") + " to " + time)
                                .orElse("");
        return Optional.of(impossible(
                rules,
                "about " + Quantity.count(plan.samples().getAsLong()) + " queries are planned, but " + need,
                remedy));
    }

    /**
     * Returns the time for a number of queries, in seconds or in whole minutes; empty if the rate is unknown or the time is longer than a
     * day.
     */
    private static Optional<String> durationFor(long queries, OptionalDouble perSecond) {
        if (perSecond.isEmpty() || perSecond.getAsDouble() <= 0) {
            return Optional.empty();
        }
        double seconds = Math.ceil(queries / perSecond.getAsDouble());
        if (seconds > SECONDS_PER_DAY) {
            return Optional.empty();
        }
        return Optional.of(
                seconds <= MAX_IN_SECONDS
                        ? (long) seconds + "s"
                        : (long) Math.ceil(seconds / SECONDS_PER_MINUTE) + "m");
    }

    private static String duration(long millis) {
        return Durations.inWords(Duration.ofMillis(millis));
    }

    /**
     * Returns a warning for an offline run that fast servers complete too early. Under rules with their own verdict there is no warning,
     * because the benchmark estimates the rate first.
     */
    private Optional<String> fasterServers(
            Scenario scenario, Map<String, Number> fields, LoadPlan plan, RuleSet rules) {
        Number minMillis = fields.get("min_duration_ms");
        if (scenario != Scenario.OFFLINE
                || rules.hasOwnVerdict()
                || minMillis == null
                || minMillis.longValue() == 0
                || plan.samples().isEmpty()) {
            return Optional.empty();
        }
        double fastest = 1000.0 * plan.samples().getAsLong() / minMillis.longValue();
        return Optional.of("Servers that complete more than " + Quantity.number(fastest)
                + " samples/s end the run before its minimum duration of "
                + duration(minMillis.longValue())
                + ", which makes it INVALID: set " + name("targetQps", "--target-qps")
                + " to the highest rate that you expect");
    }

    /** Returns a warning if there are more engines than samples. */
    Optional<String> ofEngines(int engines, LoadPlan plan) {
        if (plan.samples().isEmpty() || plan.samples().getAsLong() >= engines) {
            return Optional.empty();
        }
        long samples = plan.samples().getAsLong();
        return Optional.of("There are " + engines + " engines, but about " + samples(samples) + " planned: at least "
                + (engines - samples) + " of the engines process no sample; use "
                + (namesOptions ? "fewer --processes" : "fewer backends") + ", or plan more samples");
    }

    /** Returns a warning for each requirement that the plan cannot meet, and for each required percentile that needs more samples. */
    static List<String> ofRequirements(Scenario scenario, List<String> requirements, LoadPlan plan) {
        List<String> warnings = new ArrayList<>();
        for (String text : requirements) {
            Requirement required = Requirement.parse(text);
            unreachable(scenario, required, plan)
                    .ifPresent(planned -> warnings.add("The run "
                            + (isCertain(required, plan) ? "cannot" : "may not")
                            + " meet the requirement " + text + ": " + planned
                            + "; change the size of the run or the requirement"));
            Matcher parts = PERCENTILE.matcher(required.statistic().name());
            if (plan.samples().isEmpty() || !parts.matches()) {
                continue;
            }
            long samples = plan.samples().getAsLong();
            long needed = (long) Math.ceil(100 / (100 - Double.parseDouble(parts.group(1))) - 1e-9);
            if (samples < needed) {
                warnings.add("The requirement " + text + " limits only the slowest of about " + Quantity.count(samples)
                        + (samples == 1 ? " sample: a " : " samples: a ") + name(Double.parseDouble(parts.group(1)))
                        + "th percentile needs at least "
                        + Quantity.count(needed) + " samples");
            }
        }
        return warnings;
    }

    /**
     * Returns the planned value if it contradicts a requirement on the number of samples or on the duration. The planned duration is the
     * time to issue the samples. It is checked only in the Server scenario, because in other scenarios the duration depends on the servers.
     */
    private static Optional<String> unreachable(Scenario scenario, Requirement required, LoadPlan plan) {
        boolean minimum = required.comparison().isMinimum();
        return switch (required.statistic().name()) {
            case "samples", "completed" -> {
                boolean known = plan.samples().isPresent()
                        && (minimum || required.statistic().name().equals("samples"));
                yield known && !isMet(required, (double) plan.samples().getAsLong())
                        ? Optional.of("about " + samples(plan.samples().getAsLong()) + " planned")
                        : Optional.empty();
            }
            case "duration" ->
                plan.duration()
                        .filter(planned -> scenario == Scenario.SERVER && !isMet(required, planned.toNanos() / 1e9))
                        .map(planned -> "the planned time to send the samples is " + Quantity.duration(planned));
            default -> Optional.empty();
        };
    }

    /** Returns true if the planned value is exact. An expected number of samples is not exact, because the arrival times are random. */
    private static boolean isCertain(Requirement required, LoadPlan plan) {
        return !plan.isExpectation() || required.statistic().name().equals("duration");
    }

    private static boolean isMet(Requirement required, double planned) {
        return required.comparison().isMinimum() ? planned >= required.limit() : planned <= required.limit();
    }

    private static String samples(long count) {
        return Quantity.count(count) + (count == 1 ? " sample is" : " samples are");
    }

    /**
     * Returns a warning if the maximum time is not longer than the planned time.
     *
     * @param planned the sum of the known times to issue the samples of each run
     */
    Optional<String> ofMaxTime(Duration maxTime, Duration planned) {
        String option = name("maxTime", "--max-time");
        return planned.compareTo(maxTime) < 0
                ? Optional.empty()
                : Optional.of("The benchmark cannot become VALID: the plan needs about " + Quantity.duration(planned)
                        + ", but "
                        + option + " stops it after " + Durations.inWords(maxTime) + "; raise " + option
                        + ", or plan a shorter run");
    }

    /** Returns a warning if the disk of a folder has too little space for the files of the runs. Unknown space causes no warning. */
    Optional<String> ofDisk(Path folder, List<LoadPlan> plans) {
        Path existing = folder.toAbsolutePath().normalize();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return ofDisk(folder, FreeSpace.of(existing), plans);
    }

    Optional<String> ofDisk(Path folder, OptionalLong freeBytes, List<LoadPlan> plans) {
        long samples =
                plans.stream().mapToLong(each -> each.samples().orElse(0)).sum();
        long needed = MIN_FREE_BYTES + BYTES_PER_SAMPLE * samples;
        return freeBytes.isEmpty() || freeBytes.getAsLong() >= needed
                ? Optional.empty()
                : Optional.of("The disk of " + folder + " has " + mebibytes(freeBytes.getAsLong())
                        + " free, but the runs may need "
                        + mebibytes(needed) + ": a run fails if its records cannot be written. Use another "
                        + name("outputFolder", "--output-dir"));
    }

    private static String mebibytes(long bytes) {
        return Quantity.count(bytes >> 20) + " MiB";
    }

    private static String name(double percentage) {
        double rounded = Math.round(percentage * 1e6) / 1e6;
        return rounded == Math.rint(rounded) ? String.valueOf((long) rounded) : String.valueOf(rounded);
    }
}
