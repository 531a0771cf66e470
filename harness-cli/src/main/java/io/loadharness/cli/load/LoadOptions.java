package io.loadharness.cli.load;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestSettings;
import io.loadharness.cli.options.Counts;
import io.loadharness.cli.options.EnumNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** The options that say how a run is loaded. */
final class LoadOptions {

    @Option(
            names = "--scenario",
            required = true,
            paramLabel = "NAME",
            description = "server, offline, single-stream or multi-stream.")
    private Scenario scenario;

    @Option(
            names = "--target-qps",
            paramLabel = "N",
            description = "Requests per second: in server what is sent, in offline what is expected.")
    private Double targetQps;

    @Option(
            names = "--min-duration",
            paramLabel = "TIME",
            description = "The run lasts at least so long, as in 60s. Default: LoadGen's, 10s")
    private Duration minDuration;

    @Option(
            names = "--min-queries",
            paramLabel = "N",
            description = "The run has at least so many queries. Default: LoadGen's, 100")
    private Long minQueries;

    @Option(
            names = "--ttft-bound",
            paramLabel = "TIME",
            description = "Server: the bound on the time to first token. Default: LoadGen's, 100ms")
    private Duration firstTokenBound;

    @Option(
            names = "--tpot-bound",
            paramLabel = "TIME",
            description = "Server: the bound on the time per output token. Default: LoadGen's, 100ms")
    private Duration perTokenBound;

    @Option(
            names = "--latency-bound",
            paramLabel = "TIME",
            description = "Server: the bound on the latency where tokens are not timed. Default: LoadGen's, 100ms")
    private Duration latencyBound;

    @Option(
            names = "--lg-model-name",
            paramLabel = "NAME",
            description = "The model of MLPerf whose section of LoadGen's mlperf.conf applies, as in llama2-70b.")
    private String lgModelName;

    @Option(names = "--user-conf", paramLabel = "FILE", description = "LoadGen's user.conf; other options win over it.")
    private Path userConf;

    @Option(names = "--accuracy", description = "Ask each prompt once and log the answers, instead of measuring.")
    private boolean accuracy;

    Scenario scenario() {
        return scenario;
    }

    /** The requests per second that the run will send; empty where that is not planned. */
    OptionalDouble plannedRate() {
        return scenario == Scenario.SERVER && targetQps != null && !accuracy
                ? OptionalDouble.of(targetQps)
                : OptionalDouble.empty();
    }

    /**
     * Checks what can be checked before a server is asked.
     *
     * @throws IllegalArgumentException if an option has no meaning
     */
    void check() {
        boolean takesRate = scenario == Scenario.SERVER || scenario == Scenario.OFFLINE;
        if (takesRate && targetQps == null && userConf == null && !accuracy) {
            throw new IllegalArgumentException(
                    "--scenario " + EnumNames.of(scenario) + " needs --target-qps, as in --target-qps 20");
        }
        if (!takesRate && targetQps != null) {
            throw new IllegalArgumentException("--target-qps has no meaning in " + EnumNames.of(scenario)
                    + ", where the next query waits for the one before: leave it out");
        }
        if (targetQps != null && !(targetQps > 0 && targetQps <= 1e6)) {
            throw new IllegalArgumentException(
                    "--target-qps is " + targetQps + " and must be more than 0, at most 1000000");
        }
        if (minQueries != null) {
            Counts.requireAtLeast(1, "--min-queries", minQueries);
        }
        if (scenario != Scenario.SERVER && (firstTokenBound != null || perTokenBound != null || latencyBound != null)) {
            throw new IllegalArgumentException("only --scenario server has bounds on times; leave them out");
        }
    }

    /**
     * The settings of the run.
     *
     * @param tokens whether tokens are counted, and timed where that is possible
     * @param longestRequest after which a request has ended in any case
     */
    TestSettings settings(boolean tokens, Duration longestRequest) {
        if (!tokens && (firstTokenBound != null || perTokenBound != null)) {
            throw new IllegalArgumentException(
                    "--ttft-bound and --tpot-bound need tokens that are streamed and counted;"
                            + " the bound on whole answers is --latency-bound");
        }
        TestSettings.Builder settings = TestSettings.builder(scenario)
                .mode(accuracy ? TestMode.ACCURACY_ONLY : TestMode.PERFORMANCE_ONLY)
                .stallLimit(longer(TestSettings.DEFAULT_STALL_LIMIT, longestRequest.multipliedBy(2)));
        if (tokens) {
            settings.useTokenLatencies(true);
        }
        if (targetQps != null && scenario == Scenario.SERVER) {
            settings.serverTargetQps(targetQps);
        } else if (targetQps != null) {
            settings.offlineExpectedQps(targetQps);
        }
        if (minDuration != null) {
            settings.minDuration(minDuration);
        }
        if (minQueries != null) {
            settings.minQueryCount(minQueries);
        }
        if (firstTokenBound != null) {
            settings.serverTtftLatency(firstTokenBound);
        }
        if (perTokenBound != null) {
            settings.serverTpotLatency(perTokenBound);
        }
        if (latencyBound != null) {
            settings.serverTargetLatency(latencyBound);
        }
        if (lgModelName != null) {
            settings.model(lgModelName);
        }
        if (userConf != null) {
            settings.userConf(userConf);
        }
        return settings.build();
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
