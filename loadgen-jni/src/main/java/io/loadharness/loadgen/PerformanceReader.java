// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.LatencyStatistics;
import io.loadharness.Performance;
import io.loadharness.Scenario;
import io.loadharness.TokenPerformance;
import io.loadharness.Verdict;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Maps the results in a detail log to a {@link Performance}. A missing value that the scenario requires is an error. */
final class PerformanceReader {

    private static final List<String> PERCENTAGES = List.of("50.00", "90.00", "95.00", "97.00", "99.00", "99.90");
    private static final Pattern PEAK = Pattern.compile("Found peak performance field: (\\d{1,18}(?:\\.\\d{1,9})?)");
    private static final MathContext LOGGED = new MathContext(6);
    private static final double NANOS_PER_SECOND = 1e9;

    private final DetailLog log;
    private final Scenario scenario;
    private final boolean tokensTimed;

    PerformanceReader(DetailLog log, Scenario scenario, boolean tokensTimed) {
        this.log = log;
        this.scenario = scenario;
        this.tokensTimed = tokensTimed;
    }

    Performance read() throws UnreadableLogException {
        LatencyStatistics latency = statistics("result_*_latency_ns", "result_*_percentile_latency_ns");
        Optional<LatencyStatistics> queryLatency = queryLatency();
        return new Performance(
                Optional.of(verdict()),
                log.count("result_query_count"),
                scenario == Scenario.SERVER
                        ? OptionalLong.of(log.count("result_overlatency_query_count"))
                        : OptionalLong.empty(),
                throughput(queryLatency),
                latency,
                queryLatency,
                tokensTimed ? Optional.empty() : EarlyStoppingText.parse(log.text("early_stopping_result")),
                tokensTimed ? Optional.of(tokens()) : Optional.empty(),
                Optional.empty());
    }

    private Performance.LoadGenVerdict verdict() throws UnreadableLogException {
        return new Performance.LoadGenVerdict(
                log.oneOf("result_validity", Verdict.values(), Verdict::name) == Verdict.VALID,
                log.find("result_invalid_reason").map(String::strip).filter(reason -> !reason.isEmpty()),
                scenario == Scenario.SERVER ? Optional.of(log.flag("result_perf_constraints_met")) : Optional.empty(),
                log.flag("result_min_duration_met"),
                log.flag("result_min_queries_met"),
                log.flag("early_stopping_met"));
    }

    private Performance.Throughput throughput(Optional<LatencyStatistics> queryLatency) throws UnreadableLogException {
        return new Performance.Throughput(
                completedSamples(queryLatency),
                in(Scenario.SERVER, "result_scheduled_samples_per_sec"),
                in(Scenario.SINGLE_STREAM, "result_qps_with_loadgen_overhead"),
                in(Scenario.SINGLE_STREAM, "result_qps_without_loadgen_overhead"),
                log.findDecimal(
                        scenario == Scenario.SERVER
                                ? "result_inferred_completed_tokens_per_second"
                                : "result_inferred_tokens_per_second"),
                peak());
    }

    private double completedSamples(Optional<LatencyStatistics> queryLatency) throws UnreadableLogException {
        return switch (scenario) {
            case SINGLE_STREAM -> log.decimal("result_qps_with_loadgen_overhead");
            case MULTI_STREAM ->
                sixDigits(NANOS_PER_SECOND
                        * log.count("effective_samples_per_query")
                        / queryLatency.orElseThrow().mean().toNanos());
            case SERVER -> log.decimal("result_completed_samples_per_sec");
            case OFFLINE -> log.decimal("result_samples_per_second");
        };
    }

    private OptionalDouble peak() {
        return log.messages().stream()
                .map(PEAK::matcher)
                .filter(Matcher::find)
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .findFirst();
    }

    private Optional<LatencyStatistics> queryLatency() throws UnreadableLogException {
        return scenario == Scenario.MULTI_STREAM
                ? Optional.of(statistics("result_*_query_latency_ns", "result_*_percentile_per_query_latency_ns"))
                : Optional.empty();
    }

    private TokenPerformance tokens() throws UnreadableLogException {
        if (scenario == Scenario.OFFLINE) {
            return new TokenPerformance(
                    log.decimal("result_tokens_per_second"),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }
        OptionalDouble perNano = in(Scenario.SINGLE_STREAM, "result_token_throughput");
        return new TokenPerformance(
                log.decimal("result_completed_tokens_per_second"),
                in(Scenario.SINGLE_STREAM, "result_token_throughput_with_loadgen_overhead"),
                perNano.isPresent() ? OptionalDouble.of(sixDigits(perNano.getAsDouble() * NANOS_PER_SECOND)) : perNano,
                Optional.of(
                        statistics("result_first_token_*_latency_ns", "result_first_token_*_percentile_latency_ns")),
                Optional.of(
                        statistics("result_time_to_output_token_*", "result_time_per_output_token_*_percentile_ns")),
                EarlyStoppingText.parse(log.text("early_stopping_ttft_result")),
                EarlyStoppingText.parse(log.text("early_stopping_tpot_result")));
    }

    private LatencyStatistics statistics(String key, String percentileKey) throws UnreadableLogException {
        NavigableMap<Double, Duration> percentiles = new TreeMap<>();
        for (String percentage : PERCENTAGES) {
            percentiles.put(Double.parseDouble(percentage), log.nanos(percentileKey.replace("*", percentage)));
        }
        return new LatencyStatistics(
                log.nanos(key.replace("*", "min")),
                log.nanos(key.replace("*", "max")),
                log.nanos(key.replace("*", "mean")),
                percentiles);
    }

    private OptionalDouble in(Scenario only, String key) throws UnreadableLogException {
        return scenario == only ? OptionalDouble.of(log.decimal(key)) : OptionalDouble.empty();
    }

    private static double sixDigits(double rate) {
        return Double.isFinite(rate) ? new BigDecimal(rate, LOGGED).doubleValue() : rate;
    }
}
