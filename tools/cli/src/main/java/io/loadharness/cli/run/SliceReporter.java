// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.benchmark.BenchmarkListener;
import io.loadharness.benchmark.StartSignal;
import io.loadharness.cluster.SlicePlan;
import io.loadharness.cluster.SliceStart;
import io.loadharness.cluster.SliceTask;
import io.loadharness.inference.RequestObserver;
import io.loadharness.metrics.LiveMetrics;
import io.loadharness.report.RunSlice;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/** Reports a slice to the coordinator, and waits for its signal to start. Not thread-safe. */
final class SliceReporter implements BenchmarkListener, StartSignal {

    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** The number of messages about the progress for each message with the requests, which is larger. */
    private static final int REQUESTS_INTERVAL = 5;

    private final SliceTask task;
    private Optional<PlannedLoad> planned = Optional.empty();
    private long reported = System.nanoTime() - INTERVAL_NANOS;
    private LiveMetrics live = new LiveMetrics();
    private int messages;

    SliceReporter(SliceTask task) {
        this.task = task;
    }

    /** Sends a message without the number of the slice. The coordinator shows equal messages of several workers only once. */
    @Override
    public void message(String sentence) {
        task.message(sentence.replace(", slice " + task, ""));
    }

    @Override
    public void planned(PlannedLoad load) {
        planned = Optional.of(load);
        load.warnings().forEach(each -> message("Warning: " + each));
    }

    @Override
    public Start await() throws InterruptedException {
        SliceStart start = task.awaitStart(new SlicePlan(
                planned.map(PlannedLoad::scenario).orElse(Scenario.SERVER),
                planned.map(PlannedLoad::ratePerSecond).orElse(OptionalDouble.empty()),
                planned.map(PlannedLoad::transport).orElse("")));
        return new Start(
                start.time(),
                new RunSlice.Clock(start.clock().nanos(), start.clock().boundNanos()));
    }

    @Override
    public void startedLate(Reason reason) {
        message("Warning: the run will be INVALID, because slice " + task + " is late: " + reason.text());
    }

    @Override
    public RequestObserver observe(Scenario scenario) {
        live = new LiveMetrics();
        return live;
    }

    @Override
    public void progress(RunProgress now) {
        long nanos = System.nanoTime();
        if (nanos - reported >= INTERVAL_NANOS) {
            reported = nanos;
            boolean withRequests = messages++ % REQUESTS_INTERVAL == 0;
            task.progress(now.progress(), withRequests ? Optional.of(live.totals()) : Optional.empty());
        }
    }
}
