// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The keys of LoadGen's configuration files: the keys that LoadGen's parser reads, and the keys that MLPerf's compliance scripts read. */
enum ConfKey {
    MODE(ConfValue.MODE),
    MIN_DURATION(ConfValue.DURATION),
    MAX_DURATION(ConfValue.DURATION),
    MIN_QUERY_COUNT(ConfValue.COUNT),
    MAX_QUERY_COUNT(ConfValue.COUNT),
    PERFORMANCE_SAMPLE_COUNT_OVERRIDE(ConfValue.COUNT),
    ACCURACY_SAMPLE_COUNT_OVERRIDE(ConfValue.COUNT),
    SAMPLE_CONCATENATE_PERMUTATION(ConfValue.FLAG),
    PERFORMANCE_ISSUE_UNIQUE(ConfValue.FLAG),
    PERFORMANCE_ISSUE_SAME(ConfValue.FLAG),
    PERFORMANCE_ISSUE_SAME_INDEX(ConfValue.COUNT),
    PRINT_TIMESTAMPS(ConfValue.FLAG),
    ACCURACY_LOG_RNG_SEED(ConfValue.COUNT),
    ACCURACY_LOG_SAMPLING_TARGET(ConfValue.COUNT),
    USE_TOKEN_LATENCIES(ConfValue.FLAG),
    INFER_TOKEN_LATENCIES(ConfValue.FLAG),
    TOKEN_LATENCY_SCALING_FACTOR(ConfValue.INT, INFER_TOKEN_LATENCIES),
    TTFT_LATENCY(ConfValue.BOUND, USE_TOKEN_LATENCIES, Scenario.SERVER),
    TPOT_LATENCY(ConfValue.BOUND, USE_TOKEN_LATENCIES, Scenario.SERVER),
    TARGET_LATENCY(ConfValue.LATENCY, Scenario.SINGLE_STREAM, Scenario.MULTI_STREAM, Scenario.SERVER),
    TARGET_LATENCY_PERCENTILE(ConfValue.PERCENTILE, Scenario.SINGLE_STREAM, Scenario.MULTI_STREAM, Scenario.SERVER),
    TARGET_QPS(ConfValue.RATE, Scenario.SERVER, Scenario.OFFLINE),
    SAMPLES_PER_QUERY(ConfValue.COUNT, Scenario.MULTI_STREAM),
    COALESCE_QUERIES(ConfValue.FLAG, Scenario.SERVER),
    MAX_ASYNC_QUERIES(ConfValue.INT, Scenario.SERVER),

    QSL_RNG_SEED(Reader.MLPERF_CONF),
    SAMPLE_INDEX_RNG_SEED(Reader.MLPERF_CONF),
    SCHEDULE_RNG_SEED(Reader.MLPERF_CONF),
    ACCURACY_LOG_PROBABILITY(Reader.MLPERF_CONF),
    TEST05(Reader.MLPERF_CONF),
    TEST05_QSL_RNG_SEED(Reader.MLPERF_CONF),
    TEST05_SAMPLE_INDEX_RNG_SEED(Reader.MLPERF_CONF),
    TEST05_SCHEDULE_RNG_SEED(Reader.MLPERF_CONF),

    TEST07_ACCURACY_THRESHOLD(Reader.COMPLIANCE_SCRIPT),
    TEST09_MIN_OUTPUT_TOKENS(Reader.COMPLIANCE_SCRIPT),
    TEST09_MAX_OUTPUT_TOKENS(Reader.COMPLIANCE_SCRIPT);

    /** The program that reads a key. */
    enum Reader {
        LOADGEN,
        /** LoadGen, but only from the {@code mlperf.conf} that is compiled into it. */
        MLPERF_CONF,
        /** MLPerf's script that checks the logs of a compliance test. It reads the key from {@code audit.config}. */
        COMPLIANCE_SCRIPT
    }

    private static final Map<String, ConfKey> BY_TEXT =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(ConfKey::text, key -> key));

    private final ConfValue value;
    private final Reader reader;
    private final @Nullable ConfKey onlyWith;

    @SuppressWarnings("ImmutableEnumChecker") // the set is not shared
    private final Set<Scenario> scenarios;

    ConfKey(ConfValue value, Scenario... scenarios) {
        this(value, Reader.LOADGEN, null, scenarios);
    }

    ConfKey(ConfValue value, ConfKey onlyWith, Scenario... scenarios) {
        this(value, Reader.LOADGEN, onlyWith, scenarios);
    }

    ConfKey(Reader reader) {
        this(ConfValue.THRESHOLD, reader, null);
    }

    ConfKey(ConfValue value, Reader reader, @Nullable ConfKey onlyWith, Scenario... scenarios) {
        this.value = value;
        this.reader = reader;
        this.onlyWith = onlyWith;
        this.scenarios = scenarios.length == 0 ? EnumSet.allOf(Scenario.class) : EnumSet.of(scenarios[0], scenarios);
    }

    static Optional<ConfKey> of(String text) {
        return Optional.ofNullable(BY_TEXT.get(text));
    }

    static Set<String> textsFor(Reader reader) {
        return Arrays.stream(values())
                .filter(key -> key.reader == reader)
                .map(ConfKey::text)
                .collect(Collectors.toUnmodifiableSet());
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    Reader reader() {
        return reader;
    }

    /**
     * Returns the allowed values in a scenario; an empty scenario stands for {@code *}. In Server, {@code target_latency} is a bound: it
     * must be an integer in milliseconds and may be 0.
     */
    ConfValue value(Optional<Scenario> scenario) {
        boolean maybeServer = scenario.orElse(Scenario.SERVER) == Scenario.SERVER;
        return this == TARGET_LATENCY && maybeServer ? ConfValue.BOUND : value;
    }

    /** Returns the flag that this key requires: if the flag is not 1, LoadGen ignores the key. Empty if the key does not require a flag. */
    Optional<ConfKey> onlyWith() {
        return Optional.ofNullable(onlyWith);
    }

    boolean isReadIn(Scenario scenario) {
        return scenarios.contains(scenario);
    }

    /** Returns the scenarios in which LoadGen reads this key, as text for messages. */
    String scenarioNames() {
        return scenarios.stream().map(Scenario::loadGenName).collect(Collectors.joining(", "));
    }

    /** Returns a scenario in which LoadGen reads this key; {@code *} if LoadGen reads it in all scenarios. */
    String typicalScenario() {
        return scenarios.size() == Scenario.values().length
                ? "*"
                : scenarios.iterator().next().loadGenName();
    }
}
