// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;

/**
 * Computes the numbers of queries and samples in the same way as LoadGen: from the settings, and with the same floating-point operations.
 * Rates and latencies must be positive.
 */
final class QueryCountModel {

    private static final double NANOS = 1e9;
    private static final double OFFLINE_SLACK = 1.1;
    private static final double PERMUTATION_SLACK = 2.0;

    private final EffectiveSettings settings;
    private final Scenario scenario;
    private final double libraryPerformanceCount;
    private final double performanceCount;
    private final double performanceSet;
    private final double accuracyCount;

    QueryCountModel(EffectiveSettings settings, Scenario scenario, int totalCount, int performanceCount) {
        this.settings = settings;
        this.scenario = scenario;
        libraryPerformanceCount = performanceCount;
        this.performanceCount = orElse("performance_sample_count_override", performanceCount);
        performanceSet = Math.min(this.performanceCount, totalCount);
        accuracyCount = Math.min(orElse("accuracy_sample_count_override", totalCount), totalCount);
    }

    /** Returns the sets of samples that LoadGen forms before an accuracy run. */
    LoadableSets accuracySets() {
        return new LoadableSets(accuracyCount, performanceCount, samplesPerQuery() - 1);
    }

    /** Returns the sets of samples that LoadGen forms before a performance run. */
    LoadableSets performanceSets() {
        return new LoadableSets(performanceSet, performanceCount, samplesPerQuery() - 1);
    }

    /** Returns the number of samples in the loaded set of a performance run. */
    double performanceSet() {
        return performanceSet;
    }

    /** Returns the number of samples in the smallest loaded set of an accuracy run and a following performance run. */
    double smallestSet() {
        return Math.min(lastAccuracySet(), performanceSet);
    }

    /** Returns the number of samples in a query of any scenario except Offline. */
    double samplesPerQuery() {
        return scenario == Scenario.MULTI_STREAM ? settings.count("multi_stream_samples_per_query") : 1;
    }

    /** Returns the rate that the settings expect: samples per second in the Offline scenario, queries per second in all other scenarios. */
    double rate() {
        return switch (scenario) {
            case SINGLE_STREAM -> NANOS / settings.real("single_stream_expected_latency_ns");
            case MULTI_STREAM -> NANOS / settings.real("multi_stream_expected_latency_ns");
            case SERVER -> settings.real("server_target_qps");
            case OFFLINE -> settings.real("offline_expected_qps");
        };
    }

    /** Returns the time between two queries in nanoseconds; in Server, the mean time. */
    double periodNanos() {
        double period = 1.0 / rate() * NANOS;
        return scenario == Scenario.SERVER ? period : Math.floor(period);
    }

    /** Returns the queries of the whole accuracy run: every sample once, one set after the other. */
    GeneratedQueries accuracy() {
        double sets = Math.ceil(accuracyCount / performanceCount);
        if (scenario == Scenario.OFFLINE) {
            return new GeneratedQueries(sets, accuracyCount / sets, accuracyCount / rate());
        }
        double queries = (sets - 1) * queriesOver(performanceCount) + queriesOver(lastAccuracySet());
        return new GeneratedQueries(queries, samplesPerQuery(), queries / rate());
    }

    /** Returns the queries of the largest set of an accuracy run. */
    GeneratedQueries largestAccuracySet() {
        double set = Math.min(accuracyCount, performanceCount);
        return scenario == Scenario.OFFLINE
                ? new GeneratedQueries(1, set, set / rate())
                : new GeneratedQueries(queriesOver(set), samplesPerQuery(), queriesOver(set) / rate());
    }

    /** Returns the queries of the performance run. */
    GeneratedQueries performance() {
        return scenario == Scenario.OFFLINE ? offline() : paced();
    }

    private GeneratedQueries offline() {
        double samples = settings.flag("performance_issue_unique")
                ? performanceCount
                : Math.max(minQueryCount(), Math.floor(OFFLINE_SLACK * minSeconds() * rate()));
        double padded = permutes() ? multipleOf(performanceSet, samples) : samples;
        return new GeneratedQueries(1, padded, capped(padded / rate()));
    }

    private GeneratedQueries paced() {
        double loadedSet = performanceSet + samplesPerQuery() - 1;
        boolean unique = settings.flag("performance_issue_unique");
        double min = unique ? Math.floor(loadedSet / samplesPerQuery()) : minQueryCount();
        double covering = unique ? 0 : coveringQueries();
        double queries = permutes() ? multipleOf(loadedSet, Math.max(min, covering)) : Math.max(min, covering);
        return new GeneratedQueries(queries, samplesPerQuery(), capped(expectedQueries(queries) / rate()));
    }

    /**
     * Returns the number of queries that LoadGen generates for the minimum duration, including the first query after its end. Except in
     * Server, LoadGen doubles the duration.
     */
    private double coveringQueries() {
        double millis = settings.count("min_duration_ms") * (scenario == Scenario.SERVER ? 1 : 2);
        return millis == 0 ? 0 : Math.ceil(millis * 1e6 / periodNanos()) + 1;
    }

    /**
     * Returns the expected number of issued queries. Except in Server, a run ends when it reaches its minimum duration and its minimum
     * query count, even if generated queries remain.
     */
    private double expectedQueries(double generated) {
        double max = settings.count("max_query_count");
        double needed = scenario == Scenario.SERVER
                ? generated
                : Math.min(generated, Math.max(minQueryCount(), minSeconds() * rate()));
        return max == 0 ? needed : Math.min(needed, max);
    }

    private double capped(double seconds) {
        double max = settings.count("max_duration_ms") / 1000;
        return max == 0 || scenario == Scenario.OFFLINE ? seconds : Math.min(seconds, max);
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
