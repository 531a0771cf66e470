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
 * Rejects settings with which LoadGen would crash, never end or run out of memory. The message of each {@link IllegalArgumentException}
 * contains the field, its value and the allowed values. The memory of a search for the peak rate is not checked, because it depends on the
 * system: LoadGen raises the rate until the system fails.
 */
final class SettingsCheck {

    private static final int MAX_SAMPLES_IN_A_QUERY = (Integer.MAX_VALUE - 8) / 2;

    private final EffectiveSettings settings;
    private final Scenario scenario;
    private final boolean accuracy;
    private final boolean performance;
    private final boolean search;
    private final FieldRules rules;
    private final QueryCountModel model;

    private SettingsCheck(
            EffectiveSettings settings, Scenario scenario, TestMode asked, int total, int performanceCount) {
        TestMode mode = settings.flag("test05") ? TestMode.PERFORMANCE_ONLY : asked;
        this.settings = settings;
        this.scenario = scenario;
        accuracy = mode == TestMode.ACCURACY_ONLY || mode == TestMode.SUBMISSION_RUN;
        performance = mode != TestMode.ACCURACY_ONLY;
        search = mode == TestMode.FIND_PEAK_PERFORMANCE;
        rules = new FieldRules(settings, scenario);
        model = new QueryCountModel(settings, scenario, total, performanceCount);
    }

    /**
     * Checks a run.
     *
     * @param fields LoadGen's settings by their LoadGen names, after all files were applied; an unsigned value above {@link Long#MAX_VALUE}
     *     is stored as a negative number
     * @param totalCount the library's {@code totalSampleCount}
     * @param performanceCount the library's {@code performanceSampleCount}
     * @param memory the number of bytes that LoadGen may use
     * @return the plan of the run
     */
    static RunPlan check(
            Map<String, Number> fields,
            Scenario scenario,
            TestMode mode,
            int totalCount,
            int performanceCount,
            long memory) {
        FieldRules.requireLibrary(totalCount, performanceCount);
        SettingsCheck check =
                new SettingsCheck(new EffectiveSettings(fields), scenario, mode, totalCount, performanceCount);
        check.requireFields(totalCount);
        check.requireModifiers();
        check.requireQueries(memory);
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
                override + " must be at most the " + totalCount
                        + " samples of the library, or 0 for the library's own count: got " + ReadableNumber.of(count));
    }

    /**
     * Rejects settings with which the search for the peak rate would never end. The search doubles the rate until a run fails. Therefore
     * the number of queries must grow with the rate, and must not have a maximum.
     */
    private void requireSearchEnds() {
        refuseIf(
                scenario != Scenario.SERVER,
                "FindPeakPerformance requires scenario Server, not " + scenario.loadGenName());
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
        refuseIf(
                unique && same, "performance_issue_unique and performance_issue_same are both 1; set one of them to 0");
        refuseIf(
                same && index >= set,
                "performance_issue_same_index must be less than " + ReadableNumber.of(set)
                        + ", the number of samples in a loaded set: got " + ReadableNumber.of(index));
        refuseIf(
                performance && unique && permutes && scenario == Scenario.MULTI_STREAM && model.samplesPerQuery() > 1,
                "performance_issue_unique and sample_concatenate_permutation are both 1; in MultiStream set one of them to 0");
        refuseIf(
                performance
                        && permutes
                        && !unique
                        && !same
                        && scenario == Scenario.SERVER
                        && settings.count("min_query_count") == 0,
                "min_query_count must be at least 1 if sample_concatenate_permutation is 1: got 0");
    }

    private void requireQueries(long memory) {
        String counts = values(List.of("performance_sample_count_override", "accuracy_sample_count_override"));
        if (scenario == Scenario.MULTI_STREAM) {
            counts += ", " + values(List.of("multi_stream_samples_per_query"));
        }
        if (performance) {
            requireMemory(model.performanceSets(), memory, counts);
        }
        if (accuracy) {
            requireMemory(model.accuracySets(), memory, counts);
            requireGenerated(model.largestAccuracySet(), memory, counts);
        }
        if (performance) {
            GeneratedQueries queries = model.performance();
            String sizing = values(FieldRules.sizing(scenario));
            refuseIf(queries.samples() == 0, "LoadGen would generate no query; increase one of " + sizing);
            requireGenerated(queries, memory, sizing);
            double threads = settings.count("server_num_issue_query_threads");
            refuseIf(
                    threads > queries.queries(),
                    "server_num_issue_query_threads must be at most the number of queries, "
                            + ReadableNumber.of(queries.queries()) + ": got " + ReadableNumber.of(threads));
        }
    }

    private void requireGenerated(GeneratedQueries queries, long memory, String sizing) {
        String generated = "LoadGen would generate " + queries.described();
        requireMemory(generated + " and need ", queries.bytes(), memory, sizing);
        refuseIf(
                queries.samplesPerQuery() > MAX_SAMPLES_IN_A_QUERY,
                generated + ", but a query has at most " + ReadableNumber.exact(MAX_SAMPLES_IN_A_QUERY)
                        + "; change one of " + sizing);
        refuseIf(
                (2 * queries.queries() + 40) * model.periodNanos() > Limits.MAX_NANOS,
                generated + " over more than 2^63 ns; change one of " + sizing);
    }

    private static void requireMemory(LoadableSets sets, long memory, String sizing) {
        requireMemory(sets.described(), sets.bytes(), memory, sizing);
    }

    private static void requireMemory(String what, double bytes, long memory, String sizing) {
        refuseIf(
                bytes > memory,
                what + ReadableNumber.ofBytes(bytes) + " of memory, but at most "
                        + ReadableNumber.ofBytes((double) memory) + " are allowed; change one of " + sizing);
    }

    private RunPlan plan() {
        List<GeneratedQueries> phases = new ArrayList<>();
        if (accuracy) {
            phases.add(model.accuracy());
        }
        if (performance) {
            phases.add(model.performance());
        }
        double seconds = phases.stream().mapToDouble(GeneratedQueries::seconds).sum();
        return new RunPlan(
                (long) phases.stream().mapToDouble(GeneratedQueries::queries).sum(),
                Math.round(
                        phases.stream().mapToDouble(GeneratedQueries::samples).sum()),
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
