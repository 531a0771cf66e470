package io.loadharness.cli.run;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.inference.RequestObserver;

/**
 * Shows what another does, and has somebody else hear of the requests as well.
 *
 * @param display the other
 * @param also who hears of the requests of all runs
 */
public record WatchingDisplay(RunDisplay display, RequestObserver also) implements RunDisplay {

    @Override
    public RequestObserver watchNext() {
        return RequestObserver.of(display.watchNext(), also);
    }

    @Override
    public void started(Scenario scenario) {
        display.started(scenario);
    }

    @Override
    public void at(Scenario scenario, Progress progress, boolean stopping) {
        display.at(scenario, progress, stopping);
    }

    @Override
    public void ended(Outcome outcome, Progress progress) {
        display.ended(outcome, progress);
    }
}
