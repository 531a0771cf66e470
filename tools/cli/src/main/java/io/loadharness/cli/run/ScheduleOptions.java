// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.Concurrency;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.Sweep;
import io.loadharness.schedule.Traffic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a run that a schedule loads, without LoadGen. */
final class ScheduleOptions {

    @Option(
            names = "--load",
            paramLabel = "NAME",
            description =
                    "Instead of --scenario, and without LoadGen: constant, poisson, gamma, ramp, burst, concurrent,"
                            + " replay, sessions or sweep.")
    private @Nullable LoadKind kind;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Load: requests per second; of a ramp, at its end; of sessions, how many begin, as poisson.")
    private @Nullable Double rate;

    @Option(
            names = "--from-rate",
            paramLabel = "N",
            description = "Load ramp: requests per second at the begin. Default: 0")
    private @Nullable Double fromRate;

    @Option(
            names = "--shape",
            paramLabel = "N",
            description = "Load gamma: less than 1 is bursty, 1 is as poisson, more is calm.")
    private @Nullable Double shape;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description =
                    "Load: how long requests are sent, as in 60s; of a sweep, in each stage. Default of a sweep: 180s")
    private @Nullable Duration duration;

    @Option(
            names = "--requests",
            paramLabel = "N",
            description =
                    "Load: how many requests are sent at most; of a sweep, in its probe. Default of a sweep: 2000")
    private @Nullable Long requests;

    @Option(
            names = "--think-time",
            paramLabel = "TIME",
            description = "Load concurrent and sessions: the pause between an answer and the next request.")
    private @Nullable Duration thinkTime;

    @Option(
            names = "--arrivals",
            paramLabel = "FILE",
            description = "Load replay: a trace of Azure, Mooncake or BurstGPT, whose times are taken and nothing else."
                    + " Default: the column at_s of the data set")
    private @Nullable Path arrivals;

    @Option(
            names = "--time-scale",
            paramLabel = "N",
            description = "Load replay: all times are multiplied by this; 0.5 is twice as fast. Default: 1")
    private @Nullable Double timeScale;

    @Option(names = "--stages", paramLabel = "N", description = "Load sweep: how many rates are tried. Default: 5")
    private @Nullable Integer stages;

    @Option(
            names = "--ladder",
            paramLabel = "NAME",
            description = "Load sweep: how the rates follow each other, linear or geometric. Default: linear")
    private Sweep.@Nullable Ladder ladder;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Load and workload: chooses moments and prompts. Default: 0")
    private @Nullable Long seed;

    @Option(
            names = "--busy-wait",
            description = "Load: look at the clock without a pause before a request is due, which takes a processor.")
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
     * Without {@code --load}.
     *
     * @param madeUp whether prompts are, so that they have a seed
     * @throws IllegalArgumentException if there is an option that needs it
     */
    void requireNone(boolean madeUp) {
        refuse("--rate", rate, "needs --load; with --scenario it is --target-qps");
        refuse("--duration", duration, "needs --load; with --scenario it is --min-duration");
        refuse("--requests", requests, "needs --load; with --scenario it is --min-queries");
        refuse("--from-rate", fromRate, "needs --load ramp");
        refuse("--shape", shape, "needs --load gamma");
        refuse("--think-time", thinkTime, "needs --load concurrent or sessions");
        refuse("--arrivals", arrivals, "needs --load replay");
        refuse("--time-scale", timeScale, "needs --load replay");
        refuse("--stages", stages, "needs --load sweep");
        refuse("--ladder", ladder, "needs --load sweep");
        refuse("--seed", madeUp ? null : seed, "needs --load or --workload");
        refuse("--busy-wait", busyWait, "needs --load");
    }

    /**
     * Checks the options, and gives the load to a benchmark.
     *
     * @param concurrency the value of {@code --concurrency}; null if it is not given
     * @throws IllegalArgumentException if options are missing, or do not apply
     */
    void applyTo(Benchmark.Builder benchmark, @Nullable Integer concurrency) {
        LoadKind kind = kind();
        String name = "--load " + name();
        if (!kind.takesRate()) {
            refuse("--rate", rate, "has no meaning with " + name);
        } else if (kind.needsRate()) {
            requiredRate();
        }
        if (kind != LoadKind.RAMP) {
            refuse("--from-rate", fromRate, "has no meaning with " + name + ", only with --load ramp");
        }
        if (kind != LoadKind.GAMMA) {
            refuse("--shape", shape, "has no meaning with " + name + ", only with --load gamma");
        } else {
            requiredShape();
        }
        if (!kind.takesThinkTime()) {
            refuse(
                    "--think-time",
                    thinkTime,
                    "has no meaning with " + name + ", only with --load concurrent and sessions");
        }
        if (kind == LoadKind.CONCURRENT) {
            required("--concurrency", concurrency, "16");
        }
        if (kind == LoadKind.SESSIONS && rate == null && concurrency == null) {
            throw new IllegalArgumentException(name + " needs --rate, as in --rate 0.5 for one that begins every two"
                    + " seconds, or --concurrency, as in --concurrency 16 for so many at a time");
        }
        if (kind != LoadKind.REPLAY) {
            refuse("--arrivals", arrivals, "has no meaning with " + name + ", only with --load replay");
            refuse("--time-scale", timeScale, "has no meaning with " + name + ", only with --load replay");
        }
        if (kind.isOfData()) {
            refuse("--requests", requests, "has no meaning with " + name + ", which asks all that the data has");
            refuse("--duration", duration, "has no meaning with " + name + ", which asks all that the data has");
        }
        if (kind != LoadKind.SWEEP) {
            refuse("--stages", stages, "has no meaning with " + name + ", only with --load sweep");
            refuse("--ladder", ladder, "has no meaning with " + name + ", only with --load sweep");
        }
        benchmark.seed(seed()).busyWait(busyWait != null);
        Duration pause = thinkTime == null ? Duration.ZERO : thinkTime;
        if (kind == LoadKind.SWEEP) {
            benchmark.sweep(sweep());
        } else if (kind == LoadKind.REPLAY) {
            benchmark.replay(Optional.ofNullable(arrivals), timeScale == null ? 1 : timeScale);
        } else if (kind == LoadKind.SESSIONS && rate != null) {
            benchmark.sessions(rate, pause);
        } else if (kind == LoadKind.SESSIONS) {
            benchmark.sessionsAtATime(required("--concurrency", concurrency, "16"), pause);
        } else {
            benchmark.load(EnumNames.of(kind), schedule(name, concurrency), plannedRate());
        }
    }

    /** Whether the data says when what is asked. */
    boolean isOfData() {
        return kind().isOfData();
    }

    /** Which prompts are made up, and which moments. */
    long seed() {
        return seed == null ? 0 : seed;
    }

    private Sweep sweep() {
        Sweep.Builder sweep = Sweep.builder();
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
            refuse("--duration", duration, "has no meaning with " + name + ", which is all at once");
            return Schedule.burst(required("--requests", requests, "1000"));
        }
        if (duration != null) {
            Traffic traffic = traffic(concurrency);
            return requests == null ? traffic.during(duration) : traffic.upTo(requests, duration);
        }
        if (kind == LoadKind.RAMP || requests == null) {
            throw new IllegalArgumentException(name + " needs an end: --duration, as in --duration 60s"
                    + (kind == LoadKind.RAMP ? "" : ", or --requests"));
        }
        return traffic(concurrency).samples(requests);
    }

    private Traffic traffic(@Nullable Integer concurrency) {
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
            case BURST, REPLAY, SESSIONS, SWEEP -> throw new IllegalStateException(kind + " has an end of its own");
        };
    }

    private double requiredRate() {
        return required("--rate", rate, "20");
    }

    private double requiredShape() {
        return required("--shape", shape, "0.5");
    }

    private <T> T required(String option, @Nullable T value, String example) {
        if (value == null) {
            throw new IllegalArgumentException(
                    "--load " + name() + " needs " + option + ", as in " + option + " " + example);
        }
        return value;
    }

    private static void refuse(String option, @Nullable Object value, String why) {
        if (value != null) {
            throw new IllegalArgumentException(option + " " + why);
        }
    }

    /** The requests per second that are planned, at most. */
    private OptionalDouble plannedRate() {
        return rate == null || kind == LoadKind.SESSIONS
                ? OptionalDouble.empty()
                : OptionalDouble.of(fromRate == null ? rate : Math.max(fromRate, rate));
    }
}
