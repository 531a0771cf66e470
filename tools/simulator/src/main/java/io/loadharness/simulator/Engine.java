// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The simulated inference engine of a server, with its scheduler, fault plan and counters. Thread-safe. */
final class Engine implements AutoCloseable {

    private final SimulatorConfig config;
    private final Counters counters = new Counters();
    private final FaultPlan plan;
    private final Threads threads;
    private final Scheduler scheduler;

    Engine(SimulatorConfig config, Threads threads) {
        this.config = config;
        this.plan = new FaultPlan(config.faults(), config.seed());
        this.threads = threads;
        this.scheduler = new Scheduler(config.schedule(), threads);
    }

    SimulatorConfig config() {
        return config;
    }

    Counters counters() {
        return counters;
    }

    FaultPlan plan() {
        return plan;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    /** Starts the generation of a sequence. If generation takes no time, all tokens are available immediately. */
    void generate(Sequence sequence) {
        if (config.isFree()) {
            sequence.finish();
        } else if (sequence.generation().count() > 0) {
            scheduler.submit(sequence);
        }
    }

    SimulatorStats stats() {
        Histogram firstToken = counters.firstToken();
        double mean = firstToken.sumSeconds() / Math.max(1, firstToken.count());
        long cpu = threads.cpuNanos();
        return new SimulatorStats(
                counters.connections(),
                counters.requests(),
                counters.stopped().sum() + counters.limited().sum(),
                counters.rejected().sum(),
                counters.faulted().sum(),
                counters.cancelled().sum(),
                scheduler.running(),
                scheduler.waiting(),
                counters.promptTokens().sum(),
                counters.images().sum(),
                counters.generationTokens().sum(),
                counters.events().sum(),
                faults(),
                seconds(mean),
                seconds(firstToken.quantile(0.5)),
                seconds(firstToken.quantile(0.99)),
                Duration.ofNanos(scheduler.maxDelayNanos()),
                Duration.ofNanos(cpu),
                (double) cpu / threads.aliveNanos());
    }

    private Map<Fault, Long> faults() {
        return Arrays.stream(Fault.values())
                .filter(fault -> counters.faults(fault).sum() > 0)
                .collect(Collectors.toMap(
                        Function.identity(), fault -> counters.faults(fault).sum()));
    }

    private static Duration seconds(double value) {
        return Duration.ofNanos(Math.round(value * 1e9));
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
