package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.cli.run.Interruption;
import io.loadharness.cli.run.Outcome;
import io.loadharness.cli.run.RunDisplay;
import java.util.List;

/** Some scenarios, each once. */
interface Demo {

    /** The scenarios, in the order in which they run. */
    List<Scenario> scenarios();

    /** The outcomes, in the order of the scenarios; of fewer than all if it was interrupted. */
    List<Outcome> run(RunDisplay display, Interruption interruption) throws Exception;
}
