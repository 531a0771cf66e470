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
     * Returns the minimum duration of an offline run whose number of samples only the expected rate determines; empty for other runs, and
     * if no rule set requires a duration.
     */
    Optional<Duration> durationToFill() {
        boolean sizedByRate = !isAccuracy() && mlperfModel.isEmpty() && userConf.isEmpty() && testSettings.isEmpty();
        return ruleDuration
                .map(required -> minDuration.orElse(required))
                .filter(duration -> sizedByRate && !duration.isZero());
    }

    /** Returns a copy with another expected rate of the offline scenario and another minimum duration. */
    LoadGenOptions expecting(double offlineRate, Duration duration) {
        LoadGenOptions copy = copy();
        copy.targetQps(Scenario.OFFLINE, offlineRate);
        copy.minDuration = Optional.of(duration);
        return copy;
    }

    /** Returns true if the MLPerf model determines the number of samples. */
    boolean isSizedByModel(Scenario scenario) {
        return scenario == Scenario.OFFLINE && mlperfModel.isPresent();
    }

    void check(Scenario scenario) {
        boolean takesRate = scenario == Scenario.SERVER || scenario == Scenario.OFFLINE;
        if (takesRate && hasDefaultRate(scenario) && !isSizedByModel(scenario)) {
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
        if (scenario == Scenario.SERVER) {
            targetQps(scenario).ifPresent(settings::serverTargetQps);
            bounds(settings, tokens);
        } else if (scenario == Scenario.OFFLINE) {
            targetQps(scenario).ifPresent(settings::offlineExpectedQps);
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
