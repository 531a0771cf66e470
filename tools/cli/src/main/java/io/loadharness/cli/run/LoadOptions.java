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
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a run that LoadGen loads. */
public final class LoadOptions {

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            description = "server, offline, single-stream or multi-stream; several run one after the other, as in"
                    + " server,offline, each into a folder of its own.")
    private List<Scenario> scenarios = new ArrayList<>();

    @Option(
            names = "--target-qps",
            paramLabel = "N",
            description = "Requests per second: in server what is sent, in offline what is expected.")
    private @Nullable Double targetQps;

    @Option(
            names = "--server-target-qps",
            paramLabel = "N",
            description = "--target-qps of server, where several scenarios are run.")
    private @Nullable Double serverTargetQps;

    @Option(
            names = "--offline-target-qps",
            paramLabel = "N",
            description = "--target-qps of offline, where several scenarios are run.")
    private @Nullable Double offlineTargetQps;

    @Option(
            names = "--min-duration",
            paramLabel = "TIME",
            description = "The run lasts at least so long, as in 60s. Default: LoadGen's, 10s")
    private @Nullable Duration minDuration;

    @Option(
            names = "--min-queries",
            paramLabel = "N",
            description = "The run has at least so many queries. Default: LoadGen's, 100")
    private @Nullable Long minQueries;

    @Option(
            names = "--ttft-bound",
            paramLabel = "TIME",
            description = "Server: the bound on the time to first token. Default: LoadGen's, 100ms")
    private @Nullable Duration firstTokenBound;

    @Option(
            names = "--tpot-bound",
            paramLabel = "TIME",
            description = "Server: the bound on the time per output token. Default: LoadGen's, 100ms")
    private @Nullable Duration perTokenBound;

    @Option(
            names = "--latency-bound",
            paramLabel = "TIME",
            description = "Server: the bound on the latency where tokens are not timed. Default: LoadGen's, 100ms")
    private @Nullable Duration latencyBound;

    @Option(
            names = "--lg-model-name",
            paramLabel = "NAME",
            description = "The model of MLPerf whose section of LoadGen's mlperf.conf applies, as in llama2-70b.")
    private @Nullable String lgModelName;

    @Option(names = "--user-conf", paramLabel = "FILE", description = "LoadGen's user.conf; other options win over it.")
    private @Nullable Path userConf;

    @Option(names = "--accuracy", description = "Ask each prompt once and log the answers, instead of measuring.")
    private boolean accuracy;

    @Option(
            names = "--test-mode",
            paramLabel = "MODE",
            description = "performance or accuracy, which is the same as --accuracy. Default: performance")
    private @Nullable Mode mode;

    /** What a run is for, in the words of MLPerf's harnesses. */
    public enum Mode {
        /** How fast. */
        PERFORMANCE,
        /** How right. */
        ACCURACY
    }

    /** Returns the name of the first scenario. */
    String name() {
        return EnumNames.of(scenarios.get(0));
    }

    /** Returns true if queries of a scenario have several samples. */
    boolean hasLargeQueries() {
        return scenarios.contains(Scenario.OFFLINE) || scenarios.contains(Scenario.MULTI_STREAM);
    }

    boolean isGiven() {
        return !scenarios.isEmpty();
    }

    /**
     * With {@code --load}.
     *
     * @throws IllegalArgumentException if there is an option that only LoadGen understands
     */
    void requireNone() {
        refuse("--scenario", isGiven() ? scenarios : null, "what loads a run is one of both");
        refuse("--target-qps", targetQps, "write --rate");
        refuse("--server-target-qps", serverTargetQps, "write --rate");
        refuse("--offline-target-qps", offlineTargetQps, "write --rate");
        refuse("--min-duration", minDuration, "write --duration");
        refuse("--min-queries", minQueries, "write --requests");
        refuse("--ttft-bound", firstTokenBound, "leave it out");
        refuse("--tpot-bound", perTokenBound, "leave it out");
        refuse("--latency-bound", latencyBound, "leave it out");
        refuse("--lg-model-name", lgModelName, "leave it out");
        refuse("--user-conf", userConf, "leave it out");
        refuse("--accuracy", accuracy ? accuracy : null, "leave it out");
        refuse("--test-mode", mode, "leave it out");
    }

    private static void refuse(String option, @Nullable Object value, String instead) {
        if (value != null) {
            throw new IllegalArgumentException(
                    option + " is for LoadGen and cannot be combined with --load: " + instead);
        }
    }

    /** What {@code --target-qps} or the option of the scenario says; empty if none does. */
    OptionalDouble targetQps(Scenario scenario) {
        Double own =
                scenario == Scenario.SERVER ? serverTargetQps : scenario == Scenario.OFFLINE ? offlineTargetQps : null;
        Double either = own == null ? targetQps : own;
        return either == null ? OptionalDouble.empty() : OptionalDouble.of(either);
    }

    /** Whether it is LoadGen's own guess how fast the servers are, which its sizes of runs follow from. */
    boolean isRateGuessed(Scenario scenario) {
        return targetQps(scenario).isEmpty() && userConf == null && !isAccuracy();
    }

    boolean isAccuracy() {
        return accuracy || mode == Mode.ACCURACY;
    }

    /** Whether LoadGen knows how many samples the run has without being told how fast the servers are. */
    boolean isSizedByModel(Scenario scenario) {
        return scenario == Scenario.OFFLINE && lgModelName != null;
    }

    /**
     * Checks what can be checked before a server is asked.
     *
     * @throws IllegalArgumentException if an option has no meaning
     */
    void check() {
        if (accuracy && mode == Mode.PERFORMANCE) {
            throw new IllegalArgumentException(
                    "--accuracy and --test-mode performance say the opposite: give one of them");
        }
        if (new HashSet<>(scenarios).size() < scenarios.size()) {
            throw new IllegalArgumentException("--scenario names one scenario twice");
        }
        requireRate("--target-qps", targetQps);
        requireRate("--server-target-qps", serverTargetQps);
        requireRate("--offline-target-qps", offlineTargetQps);
        requireScenario("--server-target-qps", serverTargetQps, Scenario.SERVER);
        requireScenario("--offline-target-qps", offlineTargetQps, Scenario.OFFLINE);
        scenarios.forEach(this::requireRates);
        if (targetQps != null && scenarios.stream().noneMatch(LoadOptions::takesRate)) {
            throw new IllegalArgumentException("--target-qps has no meaning in " + EnumNames.of(scenarios.get(0))
                    + ", where the next query waits for the one before: leave it out");
        }
        if (minQueries != null) {
            Counts.requireAtLeast(1, "--min-queries", minQueries);
        }
        if (!scenarios.contains(Scenario.SERVER)
                && (firstTokenBound != null || perTokenBound != null || latencyBound != null)) {
            throw new IllegalArgumentException("only --scenario server has bounds on times; leave them out");
        }
    }

    private static boolean takesRate(Scenario scenario) {
        return scenario == Scenario.SERVER || scenario == Scenario.OFFLINE;
    }

    private void requireRates(Scenario scenario) {
        if (takesRate(scenario) && isRateGuessed(scenario) && !isSizedByModel(scenario)) {
            throw new IllegalArgumentException(
                    "--scenario " + EnumNames.of(scenario) + " needs --target-qps, as in --target-qps 20");
        }
    }

    private static void requireRate(String option, @Nullable Double value) {
        if (value != null && !(value > 0 && value <= 1e6)) {
            throw new IllegalArgumentException(option + " is " + value + " and must be more than 0, at most 1000000");
        }
    }

    private void requireScenario(String option, @Nullable Double value, Scenario scenario) {
        if (value != null && !scenarios.contains(scenario)) {
            throw new IllegalArgumentException(option + " has no meaning without --scenario " + EnumNames.of(scenario));
        }
    }

    /** Gives the options to a benchmark. */
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
