package io.loadharness.cli.run;

import io.loadharness.inference.RequestObserver;
import io.loadharness.record.RunClock;
import io.loadharness.report.RunFolder;
import java.util.List;
import java.util.Optional;

/** What goes on beside runs, one after the other, and has something to say of each. Called by the thread that runs them. */
public interface RunCompanion {

    /**
     * A run is about to begin.
     *
     * @param folder what will be left of it
     * @param clock that of its records
     * @return hears of its requests
     */
    default RequestObserver begin(RunFolder folder, RunClock clock) {
        return RequestObserver.NONE;
    }

    /**
     * A run is over; called once for each beginning.
     *
     * @param outcome what became of it; empty if it could not be started
     */
    Notes end(Optional<Outcome> outcome);

    /** Several, in their order. */
    static RunCompanion of(List<? extends RunCompanion> all) {
        List<RunCompanion> each = List.copyOf(all);
        return new RunCompanion() {

            @Override
            public RequestObserver begin(RunFolder folder, RunClock clock) {
                return RequestObserver.of(
                        each.stream().map(one -> one.begin(folder, clock)).toArray(RequestObserver[]::new));
            }

            @Override
            public Notes end(Optional<Outcome> outcome) {
                return Notes.of(each.stream().map(one -> one.end(outcome)).toList());
            }
        };
    }
}
