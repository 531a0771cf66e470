// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;

/**
 * The sizes that LoadGen derives from its settings, in LoadGen's own floating-point steps. Only for settings whose rates and
 * latencies are positive.
 */
final class TrafficModel {

    private static final double NANOS = 1e9;
    private static final double OFFLINE_SLACK = 1.1;
    private static final double PERMUTATION_SLACK = 2.0;

    private final Effective settings;
    private final Scenario scenario;
    private final double libraryPerformanceCount;
    private final double performanceCount;
    private final double performanceSet;
    private final double accuracyCount;

    TrafficModel(Effective settings, Scenario scenario, int totalCount, int performanceCount) {
        this.settings = settings;
        this.scenario = scenario;
        libraryPerformanceCount = performanceCount;
        this.performanceCount = orElse("performance_sample_count_override", performanceCount);
        performanceSet = Math.min(this.performanceCount, totalCount);
        accuracyCount = Math.min(orElse("accuracy_sample_count_override", totalCount), totalCount);
    }

    /** How many samples a set holds at most, as the settings say. */
    double performanceCount() {
        return performanceCount;
    }

    /** The samples in the set of a performance run. */
    double performanceSet() {
        return performanceSet;
    }

    /** The samples in the smallest set of an accuracy run, and of the performance run that may follow. */
    double smallestSet() {
        return Math.min(lastAccuracySet(), performanceSet);
    }

    /** Samples in a query of any scenario but Offline. */
    double samplesPerQuery() {
        return scenario == Scenario.MULTI_STREAM ? settings.count("multi_stream_samples_per_query") : 1;
    }

    /** Queries per second, or samples in Offline, that the settings expect. */
    double rate() {
        return switch (scenario) {
            case SINGLE_STREAM -> NANOS / settings.real("single_stream_expected_latency_ns");
            case MULTI_STREAM -> NANOS / settings.real("multi_stream_expected_latency_ns");
            case SERVER -> settings.real("server_target_qps");
            case OFFLINE -> settings.real("offline_expected_qps");
        };
    }

    /** The steps between queries; in Server their mean. */
    double periodNanos() {
        double period = 1.0 / rate() * NANOS;
        return scenario == Scenario.SERVER ? period : Math.floor(period);
    }

    /** The accuracy run as a whole: every sample once, one set after the other. */
    QueryTraffic accuracy() {
        double sets = Math.ceil(accuracyCount / performanceCount);
        if (scenario == Scenario.OFFLINE) {
            return new QueryTraffic(sets, accuracyCount / sets, accuracyCount / rate());
        }
        double queries = (sets - 1) * queriesOver(performanceCount) + queriesOver(lastAccuracySet());
        return new QueryTraffic(queries, samplesPerQuery(), queries / rate());
    }

    /** What an accuracy run generates at a time. */
    QueryTraffic largestAccuracySet() {
        double set = Math.min(accuracyCount, performanceCount);
        return scenario == Scenario.OFFLINE
                ? new QueryTraffic(1, set, set / rate())
                : new QueryTraffic(queriesOver(set), samplesPerQuery(), queriesOver(set) / rate());
    }

    /** The performance run. */
    QueryTraffic performance() {
        return scenario == Scenario.OFFLINE ? offline() : paced();
    }

    private QueryTraffic offline() {
        double samples = settings.flag("performance_issue_unique")
                ? performanceCount
                : Math.max(minQueryCount(), Math.floor(OFFLINE_SLACK * minSeconds() * rate()));
        double padded = permutes() ? multipleOf(performanceSet, samples) : samples;
        return new QueryTraffic(1, padded, capped(padded / rate()));
    }

    private QueryTraffic paced() {
        double loadedSet = performanceSet + samplesPerQuery() - 1;
        boolean unique = settings.flag("performance_issue_unique");
        double least = unique ? Math.floor(loadedSet / samplesPerQuery()) : minQueryCount();
        double covering = unique ? 0 : coveringQueries();
        double queries = permutes() ? multipleOf(loadedSet, Math.max(least, covering)) : Math.max(least, covering);
        return new QueryTraffic(queries, samplesPerQuery(), capped(expectedQueries(queries) / rate()));
    }

    /** The least number of queries whose schedule reaches the end of the time to fill, the one beyond it included. */
    private double coveringQueries() {
        double millis = settings.count("min_duration_ms") * (scenario == Scenario.SERVER ? 1 : 2);
        return millis == 0 ? 0 : Math.ceil(millis * 1e6 / periodNanos()) + 1;
    }

    /** Outside of Server a run ends as soon as time and count are reached, in the midst of what was generated. */
    private double expectedQueries(double generated) {
        double most = settings.count("max_query_count");
        double needed = scenario == Scenario.SERVER
                ? generated
                : Math.min(generated, Math.max(minQueryCount(), minSeconds() * rate()));
        return most == 0 ? needed : Math.min(needed, most);
    }

    private double capped(double seconds) {
        double most = settings.count("max_duration_ms") / 1000;
        return most == 0 || scenario == Scenario.OFFLINE ? seconds : Math.min(seconds, most);
    }

    private double minQueryCount() {
        double count = settings.count("min_query_count");
        if (scenario == Scenario.SINGLE_STREAM && permutes()) {
            double needed = Math.max(count, Math.floor(PERMUTATION_SLACK * minSeconds() * rate()));
            return needed + libraryPerformanceCount - needed % libraryPerformanceCount;
        }
        return count;
    }

    private double lastAccuracySet() {
        double rest = accuracyCount % performanceCount;
        return rest == 0 ? performanceCount : rest;
    }

    private double queriesOver(double samples) {
        return Math.ceil(samples / samplesPerQuery());
    }

    private double minSeconds() {
        return settings.count("min_duration_ms") / 1000;
    }

    private boolean permutes() {
        return settings.flag("sample_concatenate_permutation");
    }

    private double orElse(String override, int libraryCount) {
        double value = settings.count(override);
        return value == 0 ? libraryCount : value;
    }

    private static double multipleOf(double set, double count) {
        return Math.ceil(count / set) * set;
    }
}
