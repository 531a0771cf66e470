package io.loadharness;

import java.util.List;

/**
 * Watches, while a run goes on, whether the side that makes the load keeps up with it. A {@link SystemUnderTest} begins one for each run;
 * the {@link LoadGenerator} ends it.
 */
public interface RunWatch {

    /** Sees nothing, and so objects to nothing. */
    RunWatch NONE = List::of;

    /**
     * The run is over, well or not. Called once, on a thread of the generator.
     *
     * @return why the figures of the run are not those of what was to be measured but of the client, one sentence each; none if they
     *     are not
     */
    List<String> end();

    /**
     * After {@link #end}, on the same thread: what else keeps the run from being valid though every sample got its answer, one sentence
     * each.
     */
    default List<String> doubts() {
        return List.of();
    }
}
