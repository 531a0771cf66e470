// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestSettings;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The settings that a schedule obeys. It refuses all others, so that nothing that somebody set is ignored. */
final class ObeyedSettings {

    private static final String MODE = "mode";
    private static final String SCHEDULE_SEED = "schedule_rng_seed";
    private static final String SAMPLE_SEED = "sample_index_rng_seed";
    private static final String LOADED_SEED = "qsl_rng_seed";
    private static final String PERMUTATION = "sample_concatenate_permutation";
    private static final String SAME = "performance_issue_same";
    private static final String SAME_INDEX = "performance_issue_same_index";
    private static final String COUNT = "performance_sample_count_override";
    private static final String TOKENS = "use_token_latencies";
    private static final Set<String> OBEYED =
            Set.of(MODE, SCHEDULE_SEED, SAMPLE_SEED, LOADED_SEED, PERMUTATION, SAME, SAME_INDEX, COUNT, TOKENS);

    @SuppressWarnings("EnumOrdinal") // LoadGen numbers its modes in this order
    private static final long PERFORMANCE_ONLY = TestMode.PERFORMANCE_ONLY.ordinal();

    private final Map<String, Number> fields;

    private ObeyedSettings(Map<String, Number> fields) {
        this.fields = fields;
    }

    /**
     * Reads settings.
     *
     * @throws IllegalArgumentException if there is one among them that has no meaning for the schedule
     */
    static ObeyedSettings of(TestSettings settings, Schedule schedule) {
        Scenario scenario = schedule.scenario();
        if (settings.scenario() != scenario) {
            throw new IllegalArgumentException(
                    "the settings are for " + settings.scenario().loadGenName()
                            + ", and this schedule runs as " + scenario.loadGenName() + " (" + schedule
                            + "): take TestSettings.builder(schedule.scenario())");
        }
        refuse("model", settings.model().isPresent());
        refuse("userConf", settings.userConf().isPresent());
        refuse("auditConf", settings.auditConf().isPresent());
        settings.fields().keySet().forEach(field -> refuse(field, !OBEYED.contains(field)));
        ObeyedSettings obeyed = new ObeyedSettings(settings.fields());
        if (obeyed.number(MODE, PERFORMANCE_ONLY) != PERFORMANCE_ONLY) {
            throw new IllegalArgumentException(
                    "a schedule runs in mode PerformanceOnly only: for answers in an accuracy log take LoadGen");
        }
        obeyed.requireOneChoice();
        return obeyed;
    }

    private static void refuse(String field, boolean isSet) {
        if (isSet) {
            throw new IllegalArgumentException("a schedule does not obey the setting " + field
                    + ": leave it out; how much is issued and when is said by the Schedule, and obeyed are the stall limit and "
                    + String.join(", ", OBEYED.stream().sorted().toList()));
        }
    }

    private void requireOneChoice() {
        if (isSet(SAME) && isSet(PERMUTATION)) {
            throw new IllegalArgumentException(
                    SAME + " and " + PERMUTATION + " choose samples in different ways: leave one of them out");
        }
        if (!isSet(SAME) && fields.containsKey(SAME_INDEX)) {
            throw new IllegalArgumentException(SAME_INDEX + " has no meaning without " + SAME);
        }
    }

    private long number(String field, long otherwise) {
        return fields.getOrDefault(field, otherwise).longValue();
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

    /** The place in the loaded set. */
    long sameIndex() {
        return number(SAME_INDEX, 0);
    }

    /** How many samples are loaded; 0 for as many as the library says. */
    long sampleCount() {
        return number(COUNT, 0);
    }

    boolean tokensTimed() {
        return isSet(TOKENS);
    }

    /** All that is obeyed by name, in LoadGen's units. */
    Map<String, String> values() {
        Map<String, String> values = new TreeMap<>();
        OBEYED.forEach(field ->
                values.put(field, Long.toUnsignedString(number(field, field.equals(MODE) ? PERFORMANCE_ONLY : 0))));
        return values;
    }
}
