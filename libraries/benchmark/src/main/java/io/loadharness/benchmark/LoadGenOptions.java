// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/** LoadGen settings of a benchmark. Only the builder of the benchmark changes them. */
final class LoadGenOptions {

    private static final double MAX_RATE = 1e6;

    private static final Duration LOADGEN_DURATION = Duration.ofSeconds(10);
    private static final Duration MLPERF_DURATION = Duration.ofMinutes(10);

    /** The minimum number of queries of a full run of a search. Early stopping needs 459 if none of them exceeds its limit. */
    private static final long MIN_FULL_QUERIES = 1000;

    /** The minimum number of queries of a short run of a search, whose confidence is not checked. */
    private static final long MIN_SHORT_QUERIES = 100;

    private final Map<Scenario, Double> ratesByScenario = new EnumMap<>(Scenario.class);
    TestMode mode = TestMode.PERFORMANCE_ONLY;
    OptionalDouble targetQps = OptionalDouble.empty();
    Optional<Duration> minDuration = Optional.empty();
    Optional<Duration> ruleDuration = Optional.empty();
    OptionalLong ruleSamples = OptionalLong.empty();
    OptionalLong minQueries = OptionalLong.empty();
    Optional<Duration> ttftBound = Optional.empty();
    Optional<Duration> tpotBound = Optional.empty();
    Optional<Duration> latencyBound = Optional.empty();
    Optional<String> mlperfModel = Optional.empty();
    Optional<Path> userConf = Optional.empty();
    Optional<TestSettings> testSettings = Optional.empty();
    private Optional<Duration> expectedLatency = Optional.empty();
    private OptionalLong scheduleSeed = OptionalLong.empty();
    private boolean isEstimate;

    LoadGenOptions copy() {
        LoadGenOptions copy = new LoadGenOptions();
        copy.ratesByScenario.putAll(ratesByScenario);
        copy.mode = mode;
        copy.targetQps = targetQps;
        copy.minDuration = minDuration;
        copy.ruleDuration = ruleDuration;
        copy.ruleSamples = ruleSamples;
        copy.minQueries = minQueries;
        copy.ttftBound = ttftBound;
        copy.tpotBound = tpotBound;
        copy.latencyBound = latencyBound;
        copy.mlperfModel = mlperfModel;
        copy.userConf = userConf;
        copy.testSettings = testSettings;
        copy.expectedLatency = expectedLatency;
        copy.scheduleSeed = scheduleSeed;
        copy.isEstimate = isEstimate;
        return copy;
    }

    void targetQps(Scenario scenario, double rate) {
        ratesByScenario.put(scenario, rate);
    }

    static double requireRate(String name, double rate) {
        if (!(rate > 0 && rate <= MAX_RATE)) {
            throw new IllegalArgumentException(
                    name + " must be positive and at most 1000000 samples per second: got " + rate);
        }
        return rate;
    }

    OptionalDouble targetQps(Scenario scenario) {
        Double own = ratesByScenario.get(scenario);
        return own == null ? targetQps : OptionalDouble.of(own);
    }

    /** Passes each explicit setting to the consumer. */
    void describe(List<Scenario> scenarios, BiConsumer<String, Object> settings) {
        settings.accept("mode", mode);
        scenarios.forEach(each -> targetQps(each).ifPresent(rate -> settings.accept("targetQps of " + each, rate)));
        minDuration.ifPresent(each -> settings.accept("minDuration", each));
        minQueries.ifPresent(each -> settings.accept("minQueries", each));
        ttftBound.ifPresent(each -> settings.accept("ttftBound", each));
        tpotBound.ifPresent(each -> settings.accept("tpotBound", each));
        latencyBound.ifPresent(each -> settings.accept("latencyBound", each));
        mlperfModel.ifPresent(each -> settings.accept("mlperfModel", each));
        userConf.ifPresent(each -> settings.accept("userConf", each));
    }

    boolean isAccuracy() {
        return mode == TestMode.ACCURACY_ONLY;
    }

    /** Returns true if the size of the run depends on the rate, but no rate is set. LoadGen then assumes its default of 1 sample/s. */
    boolean hasDefaultRate(Scenario scenario) {
        return targetQps(scenario).isEmpty() && userConf.isEmpty() && !isAccuracy() && testSettings.isEmpty();
    }

    /**
     * Returns the minimum duration of an offline run whose expected rate must be estimated: no rate is given, or a rule set requires a
     * duration and the number of samples depends only on the expected rate. Empty for other runs.
     */
    Optional<Duration> durationToFill() {
        if (hasDefaultRate(Scenario.OFFLINE)) {
            return Optional.of(minDuration
                            .or(() -> ruleDuration)
                            .orElse(mlperfModel.isPresent() ? MLPERF_DURATION : LOADGEN_DURATION))
                    .filter(duration -> !duration.isZero()); // any number of samples is enough
        }
        boolean sizedByRate = !isAccuracy() && mlperfModel.isEmpty() && userConf.isEmpty() && testSettings.isEmpty();
        return ruleDuration
                .map(required -> minDuration.orElse(required))
                .filter(duration -> sizedByRate && !duration.isZero());
    }

    /** Returns true if the size of the run depends on the latency, but no latency is set. LoadGen then assumes its default of 1 ms or 8 ms. */
    boolean hasDefaultLatency(Scenario scenario) {
        return (scenario == Scenario.SINGLE_STREAM || scenario == Scenario.MULTI_STREAM)
                && userConf.isEmpty()
                && mode == TestMode.PERFORMANCE_ONLY
                && testSettings.isEmpty();
    }

    /** Returns a copy with an expected latency of SingleStream and MultiStream. */
    LoadGenOptions expecting(Duration latency) {
        LoadGenOptions copy = copy();
        copy.expectedLatency = Optional.of(latency);
        return copy;
    }

    /** Returns a copy for a short run of SingleStream or MultiStream that estimates the latency. One query can be enough. */
    LoadGenOptions estimating(Duration latency, Duration duration) {
        LoadGenOptions copy = expecting(latency);
        copy.minDuration = Optional.of(duration);
        copy.minQueries = OptionalLong.of(1);
        return copy;
    }

    /** Returns a copy for a short run that estimates the rate. It needs fewer samples than an MLPerf model requires. */
    LoadGenOptions estimating(double offlineRate, Duration duration) {
        LoadGenOptions copy = expecting(offlineRate, duration);
        copy.isEstimate = true;
        return copy;
    }

    /** Returns a copy with another expected offline rate and another minimum duration. */
    LoadGenOptions expecting(double offlineRate, Duration duration) {
        LoadGenOptions copy = copy();
        copy.targetQps(Scenario.OFFLINE, offlineRate);
        copy.minDuration = Optional.of(duration);
        return copy;
    }

    /**
     * Returns a copy for one run of a search.
     *
     * @param length the minimum duration
     * @param isFull true for a run with the number of queries and the arrival times of a usual run; false for a short run
     * @param seed the seed of the arrival times of a short run
     */
    LoadGenOptions at(double serverRate, Duration length, boolean isFull, long seed) {
        LoadGenOptions copy = copy();
        copy.targetQps(Scenario.SERVER, serverRate);
        copy.minDuration = Optional.of(length);
        boolean hasNoCount = minQueries.isEmpty() && mlperfModel.isEmpty() && userConf.isEmpty();
        if (!isFull) {
            copy.minQueries = OptionalLong.of(MIN_SHORT_QUERIES);
        } else if (hasNoCount) {
            copy.minQueries = OptionalLong.of(MIN_FULL_QUERIES);
        }
        copy.scheduleSeed = isFull ? OptionalLong.empty() : OptionalLong.of(seed);
        return copy;
    }

    /** Returns true if the MLPerf model determines the number of samples. */
    boolean isSizedByModel(Scenario scenario) {
        return scenario == Scenario.OFFLINE && mlperfModel.isPresent();
    }

    void check(Scenario scenario) {
        boolean takesRate = scenario == Scenario.SERVER || scenario == Scenario.OFFLINE;
        if (scenario == Scenario.SERVER && hasDefaultRate(scenario)) {
            throw new IllegalArgumentException("scenario " + scenario + " requires targetQps, such as targetQps(20)");
        }
        if (!takesRate && targetQps.isPresent()) {
            throw new IllegalArgumentException("targetQps does not apply to scenario " + scenario
                    + ", where each query waits for the previous one: remove targetQps");
        }
    }

    TestSettings settings(Scenario scenario, boolean tokens, Duration longestRequest) {
        if (testSettings.isPresent()) {
            return testSettings.get();
        }
        TestSettings.Builder settings =
                TestSettings.builder(scenario).mode(mode).stallLimit(Load.stallLimit(longestRequest));
        if (tokens) {
            settings.useTokenLatencies(true);
        }
        boolean hasNoSize = minDuration.isEmpty() && mlperfModel.isEmpty() && userConf.isEmpty();
        (hasNoSize ? ruleDuration : minDuration).ifPresent(settings::minDuration);
        boolean hasNoCount =
                minQueries.isEmpty() && mlperfModel.isEmpty() && userConf.isEmpty() && scenario == Scenario.SERVER;
        (hasNoCount ? ruleSamples : minQueries).ifPresent(settings::minQueryCount);
        mlperfModel.ifPresent(settings::model);
        userConf.ifPresent(settings::userConf);
        scheduleSeed.ifPresent(seed -> settings.scheduleRngSeed(seed).sampleConcatenatePermutation(false));
        if (scenario == Scenario.SERVER) {
            targetQps(scenario).ifPresent(settings::serverTargetQps);
            bounds(settings, tokens);
        } else if (scenario == Scenario.OFFLINE) {
            targetQps(scenario).ifPresent(settings::offlineExpectedQps);
            if (isEstimate && mlperfModel.isPresent()) {
                settings.sampleConcatenatePermutation(false).minQueryCount(1);
            }
        } else if (scenario == Scenario.SINGLE_STREAM) {
            expectedLatency.ifPresent(settings::singleStreamExpectedLatency);
        } else {
            expectedLatency.ifPresent(settings::multiStreamExpectedLatency);
        }
        return settings.build();
    }

    private void bounds(TestSettings.Builder settings, boolean tokens) {
        if (!tokens && (ttftBound.isPresent() || tpotBound.isPresent())) {
            throw new IllegalArgumentException(
                    "ttftBound and tpotBound (--ttft-bound, --tpot-bound) require streaming and token counts;"
                            + " use latencyBound (--latency-bound) to limit the latency of whole responses");
        }
        ttftBound.ifPresent(settings::serverTtftLatency);
        tpotBound.ifPresent(settings::serverTpotLatency);
        latencyBound.ifPresent(settings::serverTargetLatency);
    }
}
