// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.options.Counts;
import io.loadharness.cli.options.EnumNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a run whose load LoadGen generates. */
public final class LoadOptions {

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            description = "The LoadGen scenario: server, offline, single-stream or multi-stream. Several scenarios, for"
                    + " example server,offline, run one after the other, and each scenario has its own output"
                    + " folder.")
    private List<Scenario> scenarios = new ArrayList<>();

    @Option(
            names = "--target-qps",
            paramLabel = "N",
            description =
                    "Target rate in requests per second, for example 10. In the server scenario, requests are sent at"
                            + " this rate. In the offline scenario, this rate is the expected throughput. Default in the"
                            + " offline scenario: an estimate from short runs")
    private @Nullable Double targetQps;

    @Option(
            names = "--server-target-qps",
            paramLabel = "N",
            description =
                    "The --target-qps of the server scenario, for example 10. Use this option for runs with several"
                            + " scenarios. Default: the value of --target-qps")
    private @Nullable Double serverTargetQps;

    @Option(
            names = "--offline-target-qps",
            paramLabel = "N",
            description =
                    "The --target-qps of the offline scenario, for example 25. Use this option for runs with several"
                            + " scenarios. Default: the value of --target-qps")
    private @Nullable Double offlineTargetQps;

    @Option(
            names = "--min-duration",
            paramLabel = "TIME",
            description = "Minimum duration of the run, for example 60s. Default: 10s, as in LoadGen")
    private @Nullable Duration minDuration;

    @Option(
            names = "--min-queries",
            paramLabel = "N",
            description = "Minimum number of queries of the run, for example 1000. Default: 100, as in LoadGen")
    private @Nullable Long minQueries;

    @Option(
            names = "--ttft-bound",
            paramLabel = "TIME",
            description =
                    "Maximum time to first token in the server scenario, for example 2s. Default: 100ms, as in LoadGen")
    private @Nullable Duration firstTokenBound;

    @Option(
            names = "--tpot-bound",
            paramLabel = "TIME",
            description =
                    "Maximum time per output token in the server scenario, for example 200ms. Default: 100ms, as in"
                            + " LoadGen")
    private @Nullable Duration perTokenBound;

    @Option(
            names = "--latency-bound",
            paramLabel = "TIME",
            description = "Maximum latency of a request in the server scenario, if token latencies are not measured,"
                    + " for example with --no-streaming. Default: 100ms, as in LoadGen")
    private @Nullable Duration latencyBound;

    @Option(
            names = "--lg-model-name",
            paramLabel = "NAME",
            description = "The name of an MLPerf model, for example llama2-70b. The run uses the settings for this"
                    + " model in LoadGen's mlperf.conf.")
    private @Nullable String lgModelName;

    @Option(
            names = "--user-conf",
            paramLabel = "FILE",
            description =
                    "A settings file of LoadGen, for example user.conf. Options of the command line take precedence"
                            + " over the settings in this file.")
    private @Nullable Path userConf;

    @Option(
            names = "--accuracy",
            description = "Measure accuracy instead of performance: send each prompt once, and log the completions.")
    private boolean accuracy;

    @Option(
            names = "--test-mode",
            paramLabel = "MODE",
            description = "The test mode: performance or accuracy. --test-mode=accuracy is equivalent to --accuracy."
                    + " Default: performance")
    private @Nullable Mode mode;

    /** The test modes of MLPerf's harnesses. */
    public enum Mode {
        /** Measures throughput and latency. */
        PERFORMANCE,
        /** Logs all completions. A script computes the accuracy from this log. */
        ACCURACY
    }

    /** Returns the name of the first scenario. */
    String name() {
        return EnumNames.of(scenarios.get(0));
    }

    /** Returns the names of all scenarios, for example {@code server,offline}; empty if LoadGen does not generate the load. */
    String names() {
        return scenarios.stream().map(EnumNames::of).collect(Collectors.joining(","));
    }

    /** Returns true if queries of one of the given scenarios have several samples. */
    boolean hasLargeQueries() {
        return scenarios.contains(Scenario.OFFLINE) || scenarios.contains(Scenario.MULTI_STREAM);
    }

    boolean isGiven() {
        return !scenarios.isEmpty();
    }

    /**
     * Checks that no option of LoadGen is given together with {@code --load}.
     *
     * @throws IllegalArgumentException if such an option is given
     */
    void requireNone() {
        refuse("--scenario", isGiven() ? scenarios : null, "give only one of them");
        refuse("--target-qps", targetQps, "use --rate");
        refuse("--server-target-qps", serverTargetQps, "use --rate");
        refuse("--offline-target-qps", offlineTargetQps, "use --rate");
        refuse("--min-duration", minDuration, "use --duration");
        refuse("--min-queries", minQueries, "use --requests");
        refuse("--ttft-bound", firstTokenBound, "leave out --ttft-bound");
        refuse("--tpot-bound", perTokenBound, "leave out --tpot-bound");
        refuse("--latency-bound", latencyBound, "leave out --latency-bound");
        refuse("--lg-model-name", lgModelName, "leave out --lg-model-name");
        refuse("--user-conf", userConf, "leave out --user-conf");
        refuse("--accuracy", accuracy ? accuracy : null, "leave out --accuracy");
        refuse("--test-mode", mode, "leave out --test-mode");
    }

    private static void refuse(String option, @Nullable Object value, String instead) {
        if (value != null) {
            throw new IllegalArgumentException(
                    option + " is for LoadGen and cannot be combined with --load: " + instead);
        }
    }

    /**
     * Returns the target rate of a scenario: the value of its own option, otherwise the value of {@code --target-qps}; empty if neither is
     * given.
     */
    OptionalDouble targetQps(Scenario scenario) {
        Double own =
                scenario == Scenario.SERVER ? serverTargetQps : scenario == Scenario.OFFLINE ? offlineTargetQps : null;
        Double either = own == null ? targetQps : own;
        return either == null ? OptionalDouble.empty() : OptionalDouble.of(either);
    }

    /** Returns true if this is a performance run, and neither an option nor a user.conf file sets its expected rate. */
    boolean isRateMissing(Scenario scenario) {
        return targetQps(scenario).isEmpty() && userConf == null && !isAccuracy();
    }

    boolean isAccuracy() {
        return accuracy || mode == Mode.ACCURACY;
    }

    /**
     * Checks everything that can be checked without a server.
     *
     * @throws IllegalArgumentException if an option does not apply or its value is out of range
     */
    void check() {
        check(true);
    }

    /**
     * Makes the same checks as {@link #check()}.
     *
     * @param needsRate false if a search sets the rate
     */
    void check(boolean needsRate) {
        if (accuracy && mode == Mode.PERFORMANCE) {
            throw new IllegalArgumentException(
                    "--accuracy and --test-mode=performance contradict each other: give only one of them");
        }
        if (new HashSet<>(scenarios).size() < scenarios.size()) {
            throw new IllegalArgumentException("--scenario names the same scenario twice: name each once");
        }
        requireRate("--target-qps", targetQps);
        requireRate("--server-target-qps", serverTargetQps);
        requireRate("--offline-target-qps", offlineTargetQps);
        requireScenario("--server-target-qps", serverTargetQps, Scenario.SERVER);
        requireScenario("--offline-target-qps", offlineTargetQps, Scenario.OFFLINE);
        if (needsRate) {
            scenarios.forEach(this::requireRates);
        }
        if (targetQps != null && scenarios.stream().noneMatch(LoadOptions::takesRate)) {
            throw new IllegalArgumentException("--target-qps does not apply to '" + EnumNames.of(scenarios.get(0))
                    + "', where each query waits for the previous one: leave out --target-qps");
        }
        if (minQueries != null) {
            Counts.requireAtLeast(1, "--min-queries", minQueries);
        }
        if (!scenarios.contains(Scenario.SERVER)
                && (firstTokenBound != null || perTokenBound != null || latencyBound != null)) {
            throw new IllegalArgumentException(
                    "--ttft-bound, --tpot-bound and --latency-bound apply only to --scenario=server: leave out these"
                            + " options");
        }
    }

    private static boolean takesRate(Scenario scenario) {
        return scenario == Scenario.SERVER || scenario == Scenario.OFFLINE;
    }

    private void requireRates(Scenario scenario) {
        if (scenario == Scenario.SERVER && isRateMissing(scenario)) {
            throw new IllegalArgumentException(
                    "--scenario=" + EnumNames.of(scenario) + " needs --target-qps, for example --target-qps 20");
        }
    }

    private static void requireRate(String option, @Nullable Double value) {
        if (value != null && !(value > 0 && value <= 1e6)) {
            throw new IllegalArgumentException(option + " must be more than 0 and at most 1000000: got " + value);
        }
    }

    private void requireScenario(String option, @Nullable Double value, Scenario scenario) {
        if (value != null && !scenarios.contains(scenario)) {
            throw new IllegalArgumentException(option + " needs --scenario=" + EnumNames.of(scenario));
        }
    }

    /** Returns the minimum duration; empty if it is not given. */
    Optional<Duration> minDuration() {
        return Optional.ofNullable(minDuration);
    }

    /** Passes the options to a benchmark. */
    void applyTo(Benchmark.Builder benchmark) {
        benchmark.scenario(scenarios.toArray(Scenario[]::new));
        benchmark.mode(isAccuracy() ? TestMode.ACCURACY_ONLY : TestMode.PERFORMANCE_ONLY);
        for (Scenario each : scenarios) {
            if (takesRate(each)) {
                targetQps(each).ifPresent(rate -> benchmark.targetQps(each, rate));
            }
        }
        if (minDuration != null) {
            benchmark.minDuration(minDuration);
        }
        if (minQueries != null) {
            benchmark.minQueries(minQueries);
        }
        if (firstTokenBound != null) {
            benchmark.ttftBound(firstTokenBound);
        }
        if (perTokenBound != null) {
            benchmark.tpotBound(perTokenBound);
        }
        if (latencyBound != null) {
            benchmark.latencyBound(latencyBound);
        }
        if (lgModelName != null) {
            benchmark.mlperfModel(lgModelName);
        }
        if (userConf != null) {
            benchmark.userConf(userConf);
        }
    }
}
