// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.LoadPlan;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.Concurrency;
import io.loadharness.schedule.LoadPattern;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.Sweep;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a run whose load a schedule generates, without LoadGen. */
final class ScheduleOptions {

    @Option(
            names = "--load",
            paramLabel = "NAME",
            description = "Generate the load from a schedule, without LoadGen: constant, poisson, gamma, ramp, burst,"
                    + " concurrent, replay, sessions or sweep. Use --load or --scenario, not both.")
    private @Nullable LoadKind kind;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "Requests per second of --load, for example 10. With --load=ramp, N is the rate at the end of the"
                            + " ramp. With --load=sessions, N is the mean number of conversations that start per second."
                            + " The conversations start as Poisson arrivals.")
    private @Nullable Double rate;

    @Option(
            names = "--from-rate",
            paramLabel = "N",
            description = "Requests per second at the start of --load=ramp, for example 1. Default: 0")
    private @Nullable Double fromRate;

    @Option(
            names = "--shape",
            paramLabel = "N",
            description =
                    "Shape of the gamma distribution for --load=gamma, for example 0.5. The times between arrivals"
                            + " have this distribution. With a shape below 1, arrivals come in bursts. A shape of 1 is the"
                            + " same as --load=poisson. With a shape above 1, arrivals are more regular.")
    private @Nullable Double shape;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description =
                    "Time during which --load sends requests, for example 60s. With --load=sweep, TIME is the duration"
                            + " of each stage. Default with --load=sweep: 180s")
    private @Nullable Duration duration;

    @Option(
            names = "--requests",
            paramLabel = "N",
            description =
                    "Maximum number of requests of --load, for example 1000. With --load=sweep, N is the number of"
                            + " requests of the probe. The probe is the first run, which overloads the servers to measure"
                            + " their maximum rate. Default with --load=sweep: 2000")
    private @Nullable Long requests;

    @Option(
            names = "--think-time",
            paramLabel = "TIME",
            description =
                    "Pause between a response and the next request, for example 2s. With --load=sessions, the next"
                            + " request is the next turn of the conversation. With --load=concurrent, the next request is"
                            + " the request that uses the free slot. Default: 0s")
    private @Nullable Duration thinkTime;

    @Option(
            names = "--arrivals",
            paramLabel = "FILE",
            description = "A trace file from Azure, Mooncake or BurstGPT, for example AzureLLMInferenceTrace_conv.csv."
                    + " --load=replay uses only the arrival times of the trace. Default: the column 'at_s' of the data"
                    + " set")
    private @Nullable Path arrivals;

    @Option(
            names = "--time-scale",
            paramLabel = "N",
            description =
                    "Factor for all arrival times of --load=replay. For example, 0.5 replays the requests twice as"
                            + " fast. Default: 1")
    private @Nullable Double timeScale;

    @Option(
            names = "--stages",
            paramLabel = "N",
            description = "Number of stages of --load=sweep. Each stage has one rate. Default: 5")
    private @Nullable Integer stages;

    @Option(
            names = "--ladder",
            paramLabel = "NAME",
            description = "Spacing of the rates of --load=sweep: linear (equal steps) or geometric (equal factors)."
                    + " Default: linear")
    private Sweep.@Nullable Ladder ladder;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Seed of the arrival times of --load and of the synthetic prompts of --workload, for example 42."
                            + " Default: 0")
    private @Nullable Long seed;

    @Option(
            names = "--busy-wait",
            description =
                    "Poll the clock without pauses before each scheduled start of --load. The start times are more"
                            + " accurate, but one CPU is always busy.")
    private @Nullable Boolean busyWait;

    /** Returns the name of the load. */
    String name() {
        return EnumNames.of(kind());
    }

    private LoadKind kind() {
        if (kind == null) {
            throw new IllegalStateException("--load is not given");
        }
        return kind;
    }

    boolean isGiven() {
        return kind != null;
    }

    /**
     * Checks that none of the schedule options is given.
     *
     * @param isSynthetic true if prompts are synthetic; {@code --seed} is then allowed, because it also sets the seed of the prompts
     * @throws IllegalArgumentException if such an option is given
     */
    void requireNone(boolean isSynthetic) {
        refuse("--rate", rate, "needs --load; with --scenario, use --target-qps");
        refuse("--duration", duration, "needs --load; with --scenario, use --min-duration");
        refuse("--requests", requests, "needs --load; with --scenario, use --min-queries");
        refuse("--from-rate", fromRate, "needs --load=ramp");
        refuse("--shape", shape, "needs --load=gamma");
        refuse("--think-time", thinkTime, "needs --load=concurrent or --load=sessions");
        refuse("--arrivals", arrivals, "needs --load=replay");
        refuse("--time-scale", timeScale, "needs --load=replay");
        refuse("--stages", stages, "needs --load=sweep");
        refuse("--ladder", ladder, "needs --load=sweep");
        refuse("--seed", isSynthetic ? null : seed, "needs --load or --workload");
        refuse("--busy-wait", busyWait, "needs --load");
    }

    /**
     * Checks the options and sets the load of a benchmark.
     *
     * @param concurrency the value of {@code --concurrency}; null if it is not given
     * @throws IllegalArgumentException if options are missing, or do not apply
     */
    void applyTo(Benchmark.Builder benchmark, @Nullable Integer concurrency) {
        LoadKind kind = kind();
        String name = "--load=" + name();
        if (!kind.takesRate()) {
            refuse("--rate", rate, "does not apply to " + name);
        } else if (kind.needsRate()) {
            requiredRate();
        }
        if (kind != LoadKind.RAMP) {
            refuse("--from-rate", fromRate, "does not apply to " + name + ", only to --load=ramp");
        }
        if (kind != LoadKind.GAMMA) {
            refuse("--shape", shape, "does not apply to " + name + ", only to --load=gamma");
        } else {
            requiredShape();
        }
        if (!kind.takesThinkTime()) {
            refuse(
                    "--think-time",
                    thinkTime,
                    "does not apply to " + name + ", only to --load=concurrent and --load=sessions");
        }
        if (kind == LoadKind.CONCURRENT) {
            required("--concurrency", concurrency, "16");
        }
        if (kind == LoadKind.SESSIONS && rate == null && concurrency == null) {
            throw new IllegalArgumentException(
                    name + " needs --rate, for example --rate 0.5 to start a conversation every two seconds, or"
                            + " --concurrency, for example --concurrency 16 for 16 conversations at a time");
        }
        if (kind != LoadKind.REPLAY) {
            refuse("--arrivals", arrivals, "does not apply to " + name + ", only to --load=replay");
            refuse("--time-scale", timeScale, "does not apply to " + name + ", only to --load=replay");
        }
        if (kind.isSizedByData()) {
            refuse("--requests", requests, "does not apply to " + name + ", which sends all requests of the data set");
            refuse("--duration", duration, "does not apply to " + name + ", which sends all requests of the data set");
        }
        if (kind != LoadKind.SWEEP) {
            refuse("--stages", stages, "does not apply to " + name + ", only to --load=sweep");
            refuse("--ladder", ladder, "does not apply to " + name + ", only to --load=sweep");
        }
        benchmark.seed(seed()).busyWait(busyWait != null);
        Duration pause = thinkTime == null ? Duration.ZERO : thinkTime;
        if (kind == LoadKind.SWEEP) {
            benchmark.sweep(sweep());
        } else if (kind == LoadKind.REPLAY) {
            benchmark.replay(Optional.ofNullable(arrivals), timeScale == null ? 1 : timeScale);
        } else if (kind == LoadKind.SESSIONS && rate != null) {
            benchmark.sessions(requiredRate(), pause);
        } else if (kind == LoadKind.SESSIONS) {
            benchmark.concurrentSessions(required("--concurrency", concurrency, "16"), pause);
        } else {
            benchmark.load(EnumNames.of(kind), schedule(name, concurrency), plannedRate());
        }
    }

    /**
     * Returns the planned size of the load; unknown if the data set determines it.
     *
     * @param concurrency the value of {@code --concurrency}; null if it is not given
     */
    LoadPlan plan(@Nullable Integer concurrency) {
        if (isSizedByData()) {
            return LoadPlan.UNKNOWN;
        }
        Schedule schedule = schedule("--load=" + name(), concurrency);
        return new LoadPlan(schedule.expectedSamples(), schedule.length());
    }

    /**
     * Checks that the options fit a search for the highest concurrency, and sets the seed of a benchmark.
     *
     * @throws IllegalArgumentException if the load is not a closed loop, or if an option does not apply
     */
    void applySearchTo(Benchmark.Builder benchmark) {
        if (kind() != LoadKind.CONCURRENT) {
            throw new IllegalArgumentException(
                    "find-peak searches for the rate of --scenario=server or for the concurrency of --load=concurrent: got --load="
                            + name());
        }
        String chosen = "does not apply to find-peak, which chooses the ";
        refuse("--rate", rate, chosen + "load");
        refuse("--duration", duration, chosen + "length of its runs: use --confirm-duration");
        refuse("--requests", requests, chosen + "length of its runs: use --confirm-duration");
        refuse("--think-time", thinkTime, "does not apply to find-peak");
        refuse("--busy-wait", busyWait, "does not apply to --load=concurrent, which has no scheduled starts");
        refuse("--from-rate", fromRate, "needs --load=ramp");
        refuse("--shape", shape, "needs --load=gamma");
        refuse("--arrivals", arrivals, "needs --load=replay");
        refuse("--time-scale", timeScale, "needs --load=replay");
        refuse("--stages", stages, "needs --load=sweep");
        refuse("--ladder", ladder, "needs --load=sweep");
        benchmark.seed(seed());
    }

    boolean isSweep() {
        return kind() == LoadKind.SWEEP;
    }

    /** Returns true if the data set determines the number of requests. */
    boolean isSizedByData() {
        return kind().isSizedByData();
    }

    /** Returns the seed of arrival times and synthetic prompts. */
    long seed() {
        return seed == null ? 0 : seed;
    }

    private Sweep sweep() {
        Sweep.Builder sweep = Sweep.builder().beyondSaturation(true);
        if (requests != null) {
            sweep.probeSamples(requests);
        }
        if (stages != null) {
            sweep.stages(stages);
        }
        if (duration != null) {
            sweep.stageLength(duration);
        }
        if (ladder != null) {
            sweep.ladder(ladder);
        }
        return sweep.build();
    }

    private Schedule schedule(String name, @Nullable Integer concurrency) {
        if (kind == LoadKind.BURST) {
            refuse("--duration", duration, "does not apply to " + name + ", which sends all requests at once");
            return Schedule.burst(required("--requests", requests, "1000"));
        }
        if (duration != null) {
            LoadPattern traffic = traffic(concurrency);
            return requests == null ? traffic.during(duration) : traffic.upTo(requests, duration);
        }
        if (kind == LoadKind.RAMP || requests == null) {
            throw new IllegalArgumentException(name + " needs an end: give --duration, for example --duration 60s"
                    + (kind == LoadKind.RAMP ? "" : ", or --requests"));
        }
        return traffic(concurrency).samples(requests);
    }

    private LoadPattern traffic(@Nullable Integer concurrency) {
        LoadKind kind = kind();
        return switch (kind) {
            case CONSTANT -> Arrivals.constant(requiredRate());
            case POISSON -> Arrivals.poisson(requiredRate());
            case GAMMA -> Arrivals.gamma(requiredRate(), requiredShape());
            case RAMP ->
                Arrivals.ramp(fromRate == null ? 0 : fromRate, requiredRate(), required("--duration", duration, "60s"));
            case CONCURRENT ->
                Concurrency.of(required("--concurrency", concurrency, "16"))
                        .thinking(thinkTime == null ? Duration.ZERO : thinkTime);
            case BURST, REPLAY, SESSIONS, SWEEP -> throw new IllegalStateException(kind + " is not built from traffic");
        };
    }

    private double requiredRate() {
        double given = required("--rate", rate, "20");
        if (!(given > 0)) {
            throw new IllegalArgumentException("--rate must be more than 0 requests per second: got " + given);
        }
        return given;
    }

    private double requiredShape() {
        return required("--shape", shape, "0.5");
    }

    private <T> T required(String option, @Nullable T value, String example) {
        if (value == null) {
            throw new IllegalArgumentException(
                    "--load=" + name() + " needs " + option + ", for example " + option + " " + example);
        }
        return value;
    }

    private static void refuse(String option, @Nullable Object value, String why) {
        if (value != null) {
            throw new IllegalArgumentException(option + " " + why);
        }
    }

    /** Returns the maximum planned rate in requests per second; empty if the load has no planned rate. */
    private OptionalDouble plannedRate() {
        return rate == null || kind == LoadKind.SESSIONS
                ? OptionalDouble.empty()
                : OptionalDouble.of(fromRate == null ? rate : Math.max(fromRate, rate));
    }
}
