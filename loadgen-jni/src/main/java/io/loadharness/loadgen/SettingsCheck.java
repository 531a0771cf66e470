// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Refuses, before LoadGen sees them, settings with which it would crash, never end or run out of memory. Each refusal is an
 * {@link IllegalArgumentException} of one sentence that names the field, its value and what is allowed. One gap remains: while LoadGen
 * searches the peak it raises the rate until the system fails, and the memory that this takes depends on the system.
 */
final class SettingsCheck {

    private static final int MAX_SAMPLES_IN_A_QUERY = (Integer.MAX_VALUE - 8) / 2;
    private static final double BYTES_PER_LOADED_SAMPLE = 8;

    private final Effective settings;
    private final Scenario scenario;
    private final boolean accuracy;
    private final boolean performance;
    private final boolean search;
    private final FieldRules rules;
    private final TrafficModel model;

    private SettingsCheck(Effective settings, Scenario scenario, TestMode asked, int total, int performanceCount) {
        TestMode mode = settings.flag("test05") ? TestMode.PERFORMANCE_ONLY : asked;
        this.settings = settings;
        this.scenario = scenario;
        accuracy = mode == TestMode.ACCURACY_ONLY || mode == TestMode.SUBMISSION_RUN;
        performance = mode != TestMode.ACCURACY_ONLY;
        search = mode == TestMode.FIND_PEAK_PERFORMANCE;
        rules = new FieldRules(settings, scenario);
        model = new TrafficModel(settings, scenario, total, performanceCount);
    }

    /**
     * Checks a run.
     *
     * @param fields LoadGen's settings after all files, under LoadGen's names; unsigned values use all 64 bits
     * @param totalCount the library's {@code totalSampleCount}
     * @param performanceCount the library's {@code performanceSampleCount}
     * @param memory how many bytes LoadGen may take
     * @return what the run will be
     */
    static RunPlan check(
            Map<String, Number> fields,
            Scenario scenario,
            TestMode mode,
            int totalCount,
            int performanceCount,
            long memory) {
        FieldRules.requireLibrary(totalCount, performanceCount);
        SettingsCheck check = new SettingsCheck(new Effective(fields), scenario, mode, totalCount, performanceCount);
        check.requireFields(totalCount);
        check.requireModifiers();
        check.requireTraffic(memory);
        return check.plan();
    }

    private void requireFields(int totalCount) {
        rules.requireFields();
        requireWithinLibrary(accuracy, "accuracy_sample_count_override", totalCount);
        requireWithinLibrary(performance, "performance_sample_count_override", totalCount);
        if (search) {
            requireSearchEnds();
        }
    }

    private void requireWithinLibrary(boolean matters, String override, int totalCount) {
        double count = settings.count(override);
        refuseIf(
                matters && count > totalCount,
                override + " is " + Amount.of(count) + ", more than the " + totalCount
                        + " samples of the library; set it to at most that, or to 0 for the library's own count");
    }

    /** The search doubles the rate until a run fails, which needs runs that grow with the rate and are never cut short. */
    private void requireSearchEnds() {
        refuseIf(scenario != Scenario.SERVER, "FindPeakPerformance is for Server, not " + scenario.loadGenName());
        rules.requireCount("server_find_peak_qps_decimals_of_precision", 0, 6);
        rules.requireReal("server_find_peak_qps_boundary_step_size", 0.001, 1000);
        rules.requireCount("min_duration_ms", 1, Limits.MAX_MILLIS);
        for (String limit : List.of("max_duration_ms", "max_query_count", "performance_issue_unique")) {
            rules.requireCount(limit, 0, 0);
        }
    }

    private void requireModifiers() {
        boolean unique = settings.flag("performance_issue_unique");
        boolean same = settings.flag("performance_issue_same");
        boolean permutes = settings.flag("sample_concatenate_permutation");
        double index = settings.count("performance_issue_same_index");
        double set = accuracy ? model.smallestSet() : model.performanceSet();
        refuseIf(unique && same, "performance_issue_unique and performance_issue_same are 1 and only one may be");
        refuseIf(
                same && index >= set,
                "performance_issue_same_index is " + Amount.of(index) + " and must be less than " + Amount.of(set)
                        + ", the samples of a loaded set");
        refuseIf(
                performance && unique && permutes && scenario == Scenario.MULTI_STREAM && model.samplesPerQuery() > 1,
                "performance_issue_unique and sample_concatenate_permutation are 1 and only one may be in MultiStream");
        refuseIf(
                performance
                        && permutes
                        && !unique
                        && !same
                        && scenario == Scenario.SERVER
                        && settings.count("min_query_count") == 0,
                "min_query_count is 0 and must be at least 1 where sample_concatenate_permutation is 1");
    }

    private void requireTraffic(long memory) {
        String counts = values(List.of("performance_sample_count_override", "accuracy_sample_count_override"));
        String reserved = Amount.of(model.performanceCount()) + " samples in a set need ";
        requireMemory(reserved, model.performanceCount() * BYTES_PER_LOADED_SAMPLE, memory, counts);
        if (accuracy) {
            requireGenerated(model.largestAccuracySet(), memory, counts);
        }
        if (performance) {
            QueryTraffic traffic = model.performance();
            String sizing = values(FieldRules.sizing(scenario));
            refuseIf(traffic.samples() == 0, "there would be no query; one of " + sizing + " must be more than 0");
            requireGenerated(traffic, memory, sizing);
            double threads = settings.count("server_num_issue_query_threads");
            refuseIf(
                    threads > traffic.queries(),
                    "server_num_issue_query_threads is " + Amount.of(threads)
                            + " and must be at most the number of queries, " + Amount.of(traffic.queries()));
        }
    }

    private void requireGenerated(QueryTraffic traffic, long memory, String sizing) {
        String generated = "LoadGen would generate " + traffic.described();
        requireMemory(generated + " and need ", traffic.bytes(), memory, sizing);
        refuseIf(
                traffic.samplesPerQuery() > MAX_SAMPLES_IN_A_QUERY,
                generated + ", and a query has at most " + Amount.of(MAX_SAMPLES_IN_A_QUERY) + "; change one of "
                        + sizing);
        refuseIf(
                (2 * traffic.queries() + 40) * model.periodNanos() > Limits.MAX_NANOS,
                generated + " over more time than it can count; change one of " + sizing);
    }

    private static void requireMemory(String what, double bytes, long memory, String sizing) {
        refuseIf(
                bytes > memory,
                what + Amount.ofBytes(bytes) + " of memory where " + Amount.ofBytes((double) memory)
                        + " are allowed; change one of " + sizing);
    }

    private RunPlan plan() {
        List<QueryTraffic> phases = new ArrayList<>();
        if (accuracy) {
            phases.add(model.accuracy());
        }
        if (performance) {
            phases.add(model.performance());
        }
        double seconds = phases.stream().mapToDouble(QueryTraffic::seconds).sum();
        return new RunPlan(
                (long) phases.stream().mapToDouble(QueryTraffic::queries).sum(),
                Math.round(phases.stream().mapToDouble(QueryTraffic::samples).sum()),
                search ? Optional.empty() : Optional.of(Duration.ofMillis(Math.round(seconds * 1000))));
    }

    private String values(List<String> fields) {
        return fields.stream()
                .map(field -> field + " (" + settings.text(field) + ")")
                .collect(Collectors.joining(", "));
    }

    private static void refuseIf(boolean refused, String sentence) {
        if (refused) {
            throw new IllegalArgumentException(sentence);
        }
    }
}
