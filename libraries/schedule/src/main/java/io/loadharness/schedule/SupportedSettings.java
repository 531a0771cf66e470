// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestSettings;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The settings that apply to a schedule. All other settings are rejected, so that no setting is silently ignored. */
final class SupportedSettings {

    private static final String MODE = "mode";
    private static final String SCHEDULE_SEED = "schedule_rng_seed";
    private static final String SAMPLE_SEED = "sample_index_rng_seed";
    private static final String LOADED_SEED = "qsl_rng_seed";
    private static final String PERMUTATION = "sample_concatenate_permutation";
    private static final String SAME = "performance_issue_same";
    private static final String SAME_INDEX = "performance_issue_same_index";
    private static final String COUNT = "performance_sample_count_override";
    private static final String TOKENS = "use_token_latencies";
    private static final Set<String> SUPPORTED =
            Set.of(MODE, SCHEDULE_SEED, SAMPLE_SEED, LOADED_SEED, PERMUTATION, SAME, SAME_INDEX, COUNT, TOKENS);

    @SuppressWarnings("EnumOrdinal") // LoadGen numbers its modes in this order
    private static final long PERFORMANCE_ONLY = TestMode.PERFORMANCE_ONLY.ordinal();

    private final Map<String, Number> fields;

    private SupportedSettings(Map<String, Number> fields) {
        this.fields = fields;
    }

    /**
     * Reads the settings of a run.
     *
     * @throws IllegalArgumentException if a setting does not apply to the schedule
     */
    static SupportedSettings of(TestSettings settings, Schedule schedule) {
        Scenario scenario = schedule.scenario();
        if (settings.scenario() != scenario) {
            throw new IllegalArgumentException(
                    "the scenario of the settings is " + settings.scenario().loadGenName()
                            + ", but this schedule runs as " + scenario.loadGenName() + " (" + schedule
                            + "): use TestSettings.builder(schedule.scenario())");
        }
        rejectIf("model", settings.model().isPresent());
        rejectIf("userConf", settings.userConf().isPresent());
        rejectIf("auditConf", settings.auditConf().isPresent());
        settings.fields().keySet().forEach(field -> rejectIf(field, !SUPPORTED.contains(field)));
        SupportedSettings supported = new SupportedSettings(settings.fields());
        if (supported.number(MODE, PERFORMANCE_ONLY) != PERFORMANCE_ONLY) {
            throw new IllegalArgumentException(
                    "a schedule supports only the mode PerformanceOnly: use LoadGen to write an accuracy log");
        }
        supported.requireConsistentSampleChoice();
        return supported;
    }

    private static void rejectIf(String field, boolean isSet) {
        if (isSet) {
            throw new IllegalArgumentException("a schedule does not support the setting " + field
                    + ": remove this setting. The Schedule defines the load; the supported settings are the stall limit"
                    + " and "
                    + String.join(", ", SUPPORTED.stream().sorted().toList()));
        }
    }

    private void requireConsistentSampleChoice() {
        if (isSet(SAME) && isSet(PERMUTATION)) {
            throw new IllegalArgumentException(
                    SAME + " and " + PERMUTATION + " exclude each other: remove one of them");
        }
        if (!isSet(SAME) && fields.containsKey(SAME_INDEX)) {
            throw new IllegalArgumentException(SAME_INDEX + " requires " + SAME);
        }
    }

    private long number(String field, long defaultValue) {
        return fields.getOrDefault(field, defaultValue).longValue();
    }

    private boolean isSet(String field) {
        return number(field, 0) != 0;
    }

    long scheduleSeed() {
        return number(SCHEDULE_SEED, 0);
    }

    long sampleSeed() {
        return number(SAMPLE_SEED, 0);
    }

    long loadedSeed() {
        return number(LOADED_SEED, 0);
    }

    boolean isPermuted() {
        return isSet(PERMUTATION);
    }

    boolean isSame() {
        return isSet(SAME);
    }

    /** Returns the only sample to issue, as a position in the list of loaded samples. Used if {@link #isSame}. */
    long sameIndex() {
        return number(SAME_INDEX, 0);
    }

    /** Returns the number of samples to load; 0 for the performance sample count of the library. */
    long sampleCount() {
        return number(COUNT, 0);
    }

    boolean tokensTimed() {
        return isSet(TOKENS);
    }

    /** Returns all supported settings by name, in the units of LoadGen. */
    Map<String, String> values() {
        Map<String, String> values = new TreeMap<>();
        SUPPORTED.forEach(field ->
                values.put(field, Long.toUnsignedString(number(field, field.equals(MODE) ? PERFORMANCE_ONLY : 0))));
        return values;
    }
}
