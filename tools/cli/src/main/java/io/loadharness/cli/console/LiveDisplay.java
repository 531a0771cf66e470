// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.Scenario;
import io.loadharness.benchmark.BenchmarkListener;
import io.loadharness.inference.RequestObserver;
import io.loadharness.metrics.LiveMetrics;
import io.loadharness.metrics.LiveView;
import java.util.function.BooleanSupplier;

/** A display that shows the progress of the requests of a run. Not thread-safe. */
abstract class LiveDisplay implements BenchmarkListener {

    private final BooleanSupplier isBehind;
    private LiveMetrics live = new LiveMetrics();

    /**
     * Creates a display.
     *
     * @param isBehind returns true if earlier output is not written yet. Then the display shows no progress, which would be obsolete when
     *     it is read
     */
    LiveDisplay(BooleanSupplier isBehind) {
        this.isBehind = isBehind;
    }

    @Override
    public final void progress(RunProgress now) {
        if (!isBehind.getAsBoolean()) {
            show(now);
        }
    }

    /** Shows the progress if it is time to do so. */
    abstract void show(RunProgress now);

    @Override
    public final RequestObserver observe(Scenario scenario) {
        live = new LiveMetrics();
        return live;
    }

    /** Returns the current state of the requests. */
    final LiveView snapshot(RunProgress now) {
        return now.requests().orElseGet(live::view);
    }
}
