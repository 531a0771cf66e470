package io.loadharness.cli.run;

import io.loadharness.inference.RequestObserver;
import io.loadharness.report.RunFolder;

/** What goes on beside runs, one after the other, and has something to say of each. Called by the thread that runs them. */
public interface RunCompanion {

    /**
     * A run is about to begin.
     *
     * @return hears of its requests
     */
    default RequestObserver begin(RunFolder folder) {
        return RequestObserver.NONE;
    }

    /** A run is over, however it ended; called once for each beginning. */
    Notes end();
}
