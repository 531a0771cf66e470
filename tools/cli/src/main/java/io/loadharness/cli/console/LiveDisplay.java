// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.Scenario;
import io.loadharness.benchmark.BenchmarkListener;
import io.loadharness.inference.RequestObserver;
import io.loadharness.metrics.LiveMetrics;
import io.loadharness.metrics.LiveView;

/** A display that shows the progress of the requests of a run. Not thread-safe. */
abstract class LiveDisplay implements BenchmarkListener {

    private LiveMetrics live = new LiveMetrics();

    @Override
    public final RequestObserver observe(Scenario scenario) {
        live = new LiveMetrics();
        return live;
    }

    /** Returns the current state of the requests. */
    final LiveView snapshot() {
        return live.view();
    }
}
