package io.loadharness.cli.console;

import io.loadharness.cli.run.RunDisplay;
import io.loadharness.inference.RequestObserver;
import io.loadharness.metrics.LiveMetrics;
import io.loadharness.metrics.LiveView;

/** A display that tells how the requests of a run get on. For one thread. */
abstract class LiveDisplay implements RunDisplay {

    private LiveMetrics live = new LiveMetrics();

    @Override
    public final RequestObserver watchNext() {
        live = new LiveMetrics();
        return live;
    }

    /** How they get on now. */
    final LiveView look() {
        return live.look();
    }
}
