package io.loadharness.cli.load;

import io.loadharness.dataset.Dataset;
import io.loadharness.schedule.Schedule;
import java.io.IOException;
import java.util.Optional;

/** A schedule that may need to know the data. */
@FunctionalInterface
interface DataSchedule {

    /**
     * The schedule.
     *
     * @param data empty for the built-in prompts
     * @throws IllegalArgumentException if the data does not say what it needs
     */
    Schedule of(Optional<Dataset> data) throws IOException;
}
