package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.cli.run.Outcome;
import io.loadharness.cli.run.WatchedRuns;
import java.util.List;

/** What is run to show how it looks. Its owner closes it. */
interface Demo extends AutoCloseable {

    /** The scenarios, in the order in which they run. */
    List<Scenario> scenarios();

    /** Runs one of them. */
    Outcome run(WatchedRuns runs, Scenario scenario) throws Exception;

    @Override
    void close();
}
