package io.loadharness.cli.run;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.inference.RequestObserver;

/** Is told how runs get on, one run at a time, by one thread. */
public interface RunDisplay {

    /** Hears of the requests of the run that begins next. */
    default RequestObserver watchNext() {
        return RequestObserver.NONE;
    }

    /** A run begins. */
    void started(Scenario scenario);

    /**
     * A run is where it is; told several times a second.
     *
     * @param stopping whether it was told to end
     */
    void at(Scenario scenario, Progress progress, boolean stopping);

    /** A run is over. */
    void ended(Outcome outcome, Progress progress);
}
