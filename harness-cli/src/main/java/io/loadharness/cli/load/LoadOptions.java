package io.loadharness.cli.load;

import io.loadharness.LoadGenerator;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestSettings;
import io.loadharness.cli.options.Counts;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.dataset.Dataset;
import io.loadharness.loadgen.MlperfLoadGen;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** The options of a run that LoadGen loads. */
public final class LoadOptions implements Load {

    @Option(names = "--scenario", paramLabel = "NAME", description = "server, offline, single-stream or multi-stream.")
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

    @Option(
            names = "--test-mode",
            paramLabel = "MODE",
            description = "performance or accuracy, which is the same as --accuracy. Default: performance")
    private Mode mode;

    /** What a run is for, in the words of MLPerf's harnesses. */
    public enum Mode {
        /** How fast. */
        PERFORMANCE,
        /** How right. */
        ACCURACY
    }

    boolean isGiven() {
        return scenario != null;
    }

    /**
     * With {@code --load}.
     *
     * @throws IllegalArgumentException if there is an option that only LoadGen understands
     */
    void requireNone() {
        refuse("--scenario", scenario, "what loads a run is one of both");
        refuse("--target-qps", targetQps, "write --rate");
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

    private static void refuse(String option, Object value, String instead) {
        if (value != null) {
            throw new IllegalArgumentException(
                    option + " is for LoadGen and cannot be combined with --load: " + instead);
        }
    }

    @Override
    public String name() {
        return EnumNames.of(scenario);
    }

    @Override
    public String generatorName() {
        return "MLPerf LoadGen";
    }

    @Override
    public String description() {
        return targetQps == null ? name() : name() + ", " + targetQps + " queries/s";
    }

    @Override
    public Scenario scenario() {
        return scenario;
    }

    @Override
    public OptionalDouble plannedRate() {
        return scenario == Scenario.SERVER && targetQps != null && !isAccuracy()
                ? OptionalDouble.of(targetQps)
                : OptionalDouble.empty();
    }

    @Override
    public boolean hasLargeQueries() {
        return scenario == Scenario.OFFLINE || scenario == Scenario.MULTI_STREAM;
    }

    @Override
    public void check() {
        boolean takesRate = scenario == Scenario.SERVER || scenario == Scenario.OFFLINE;
        if (accuracy && mode == Mode.PERFORMANCE) {
            throw new IllegalArgumentException(
                    "--accuracy and --test-mode performance say the opposite: give one of them");
        }
        if (takesRate && targetQps == null && userConf == null && !isAccuracy() && !isSizedByModel()) {
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

    @Override
    public void see(Optional<Dataset> data) {
        // LoadGen chooses samples and moments
    }

    @Override
    public boolean timesTokens(boolean streamed) {
        return streamed || scenario == Scenario.OFFLINE;
    }

    @Override
    public TestSettings settings(boolean tokens, Duration longestRequest) {
        if (!tokens && (firstTokenBound != null || perTokenBound != null)) {
            throw new IllegalArgumentException(
                    "--ttft-bound and --tpot-bound need tokens that are streamed and counted;"
                            + " the bound on whole answers is --latency-bound");
        }
        TestSettings.Builder settings = TestSettings.builder(scenario)
                .mode(isAccuracy() ? TestMode.ACCURACY_ONLY : TestMode.PERFORMANCE_ONLY)
                .stallLimit(Load.stallLimit(longestRequest));
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

    @Override
    public void tryOut(TestSettings settings) {
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            loadGen.resolve(settings);
        }
    }

    @Override
    public LoadGenerator generator() {
        return new MlperfLoadGen();
    }

    @Override
    public Optional<String> notice() {
        return isSizedByModel() && targetQps == null && userConf == null && !isAccuracy()
                ? Optional.of(
                        "LoadGen expects 1 sample/s, as there is no --target-qps. Servers that are faster may end the run"
                                + " before --min-duration, and then it is not valid.")
                : Optional.empty();
    }

    private boolean isAccuracy() {
        return accuracy || mode == Mode.ACCURACY;
    }

    /** Whether LoadGen knows how many samples the run has without being told how fast the servers are. */
    private boolean isSizedByModel() {
        return scenario == Scenario.OFFLINE && lgModelName != null;
    }
}
