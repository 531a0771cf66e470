package io.loadharness.cli.run;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;

/** Is told how runs get on, one run at a time, by one thread. */
public interface RunDisplay {

    /** A run begins. */
    void started(Scenario scenario);

    /** A run is where it is; told several times a second. */
    void at(Scenario scenario, Progress progress);

    /** A run is over. */
    void ended(Outcome outcome, Progress progress);
}
