// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.LoadPlan;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.loadgen.MlperfLoadGen;
import io.loadharness.metrics.Metric;
import io.loadharness.report.RuleSet;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** The load of one scenario. MLPerf LoadGen or another generator generates it. */
final class LoadGenScenario implements Load {

    private final LoadGenOptions options;
    private final Scenario scenario;
    private final Optional<OtherGenerator> other;

    /** A generator that replaces MLPerf LoadGen. */
    record OtherGenerator(GeneratorProvider provider, Map<String, String> options) {}

    LoadGenScenario(LoadGenOptions options, Optional<OtherGenerator> other, Scenario scenario) {
        this.options = options;
        this.other = other;
        this.scenario = scenario;
    }

    @Override
    public String name() {
        return scenario.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String generatorName() {
        return other.map(each -> each.provider().name()).orElse("MLPerf LoadGen");
    }

    @Override
    public String description() {
        OptionalDouble rate = options.targetQps(scenario);
        return rate.isEmpty() ? name() : name() + ", " + rate.getAsDouble() + " queries/s";
    }

    @Override
    public Scenario scenario() {
        return scenario;
    }

    @Override
    public OptionalDouble plannedRate() {
        return scenario == Scenario.SERVER && !options.isAccuracy()
                ? options.targetQps(scenario)
                : OptionalDouble.empty();
    }

    @Override
    public boolean hasLargeQueries() {
        return scenario == Scenario.OFFLINE || scenario == Scenario.MULTI_STREAM;
    }

    @Override
    public boolean timesTokens(boolean streamed) {
        return streamed || scenario == Scenario.OFFLINE;
    }

    /** Returns true if an estimate sets the expected rate, because it is not given. */
    boolean isEstimated() {
        return durationToFill().isPresent() && targetQps().isEmpty();
    }

    /** Returns the minimum duration of an offline run whose number of samples depends on an estimated rate; empty for other runs. */
    Optional<Duration> durationToFill() {
        return scenario == Scenario.OFFLINE && other.isEmpty() ? options.durationToFill() : Optional.empty();
    }

    /** Returns the target rate; empty if it is not given. */
    OptionalDouble targetQps() {
        return options.targetQps(scenario);
    }

    /** Returns a copy for a short run that estimates the rate. */
    LoadGenScenario estimating(double rate, Duration duration) {
        return new LoadGenScenario(options.estimating(rate, duration), other, scenario);
    }

    /** Returns a copy with another expected offline rate and another minimum duration. */
    LoadGenScenario expecting(double rate, Duration duration) {
        return new LoadGenScenario(options.expecting(rate, duration), other, scenario);
    }

    /** Returns true if the size of the run depends on LoadGen's default of the latency of a query. */
    boolean hasDefaultLatency() {
        return other.isEmpty() && options.hasDefaultLatency(scenario);
    }

    /** Returns a copy for a short run that estimates the latency of a query. */
    LoadGenScenario estimating(Duration latency, Duration duration) {
        return new LoadGenScenario(options.estimating(latency, duration), other, scenario);
    }

    /** Returns a copy with another expected latency of a query. */
    LoadGenScenario expecting(Duration latency) {
        return new LoadGenScenario(options.expecting(latency), other, scenario);
    }

    /** Returns a copy for one run of a search, see {@link LoadGenOptions#at}. */
    LoadGenScenario at(double rate, Duration length, boolean isFull, long seed) {
        return new LoadGenScenario(options.at(rate, length, isFull, seed), other, scenario);
    }

    @Override
    public TestSettings settings(int run, boolean tokens, Duration longestRequest) {
        return options.settings(scenario, tokens, longestRequest);
    }

    @Override
    public void check(TestSettings settings) {
        if (other.isPresent()) {
            generator().close();
            return;
        }
        fields(settings);
    }

    /**
     * Checks that the data has as many samples as mlperf.conf requires for the MLPerf model.
     *
     * @throws IllegalArgumentException if it has fewer
     */
    void requireSamples(TestSettings settings, QuerySampleLibrary library) {
        if (other.isPresent() || options.mlperfModel.isEmpty() || options.isAccuracy()) {
            return;
        }
        String model = options.mlperfModel.get();
        long required = samples(TestSettings.builder(scenario).model(model).build());
        if (required > library.totalSampleCount() && required == samples(settings)) {
            throw new IllegalArgumentException("mlperf.conf of LoadGen requires " + required
                    + " samples for the model " + model + ", but " + library.name() + " has "
                    + library.totalSampleCount() + ": use the complete data set of the model, without a smaller"
                    + " number of samples (--num-samples), or leave out mlperfModel (--lg-model-name)");
        }
    }

    private static long samples(TestSettings settings) {
        return field(fields(settings), "performance_sample_count_override").longValue();
    }

    @Override
    public Map<String, Duration> bounds(TestSettings settings) {
        if (scenario != Scenario.SERVER || options.isAccuracy() || other.isPresent()) {
            return Map.of();
        }
        Map<String, Number> fields = fields(settings);
        return field(fields, "use_token_latencies").intValue() == 0
                ? Map.of(Metric.LATENCY.id(), nanos(fields, "server_target_latency_ns"))
                : Map.of(
                        Metric.TTFT.id(), nanos(fields, "server_ttft_latency"),
                        Metric.TPOT.id(), nanos(fields, "server_tpot_latency"));
    }

    @Override
    public List<String> warnings(TestSettings settings, LoadPlan plan, RuleSet rules, PlanWarnings warnings) {
        if (other.isPresent() || options.isAccuracy() || isEstimated()) {
            return List.of();
        }
        return warnings.ofLoadGen(scenario, fields(settings), plan, rules);
    }

    /**
     * Returns all settings of LoadGen, including its defaults, by their LoadGen names.
     *
     * @throws IllegalArgumentException if a setting is invalid
     */
    static Map<String, Number> fields(TestSettings settings) {
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            return loadGen.resolve(settings);
        }
    }

    private static Duration nanos(Map<String, Number> fields, String name) {
        return Duration.ofNanos(field(fields, name).longValue());
    }

    static Number field(Map<String, Number> fields, String name) {
        return Objects.requireNonNull(fields.get(name), name);
    }

    @Override
    public LoadGenerator generator() {
        return other.map(each -> each.provider().create(each.options())).orElseGet(MlperfLoadGen::new);
    }

    @Override
    public Optional<String> notice() {
        if (other.isPresent()) {
            return Optional.of("Load: " + generatorName() + ", " + description() + ". This is not MLPerf LoadGen.");
        }
        return Optional.empty();
    }
}
