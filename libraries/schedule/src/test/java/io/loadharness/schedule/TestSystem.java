// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.RunMonitor;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A system under test that records its samples and handles each sample with a given reaction. */
final class TestSystem extends SystemUnderTest {

    /** Handles a sample. */
    interface Reaction {
        void handle(QuerySample sample) throws Exception;
    }

    private final Reaction reaction;
    private final List<QuerySample> samples = new CopyOnWriteArrayList<>();
    private final List<Long> issueDelays = new CopyOnWriteArrayList<>();
    private final List<Integer> loopStarts = new CopyOnWriteArrayList<>();
    private volatile RunMonitor watch = RunMonitor.NONE;
    private volatile Supplier<Optional<String>> detail = Optional::empty;
    private volatile Scenario scenario;
    private volatile int flushes;

    TestSystem(Reaction reaction) {
        super("test system");
        this.reaction = reaction;
    }

    TestSystem watchedBy(RunMonitor newWatch) {
        watch = newWatch;
        return this;
    }

    TestSystem describedBy(Supplier<Optional<String>> newDetail) {
        detail = newDetail;
        return this;
    }

    @Override
    public Optional<String> inFlightDetail() {
        return detail.get();
    }

    @Override
    public RunMonitor monitorRun(Scenario ofRun) {
        scenario = ofRun;
        return watch;
    }

    @Override
    public void issueQuery(Query query) throws Exception {
        issueDelays.add(query.issueDelayNanos());
        if (query.startsLoop()) {
            loopStarts.add(samples.size());
        }
        for (QuerySample sample : query) {
            samples.add(sample);
            reaction.handle(sample);
        }
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // written only by the thread of the run
    public void flushQueries() {
        flushes++;
    }

    List<QuerySample> samples() {
        return samples;
    }

    List<Long> issueDelays() {
        return issueDelays;
    }

    /** Returns the numbers of the samples that start a closed loop. */
    List<Integer> loopStarts() {
        return loopStarts;
    }

    List<Integer> indices() {
        return samples.stream().map(QuerySample::index).toList();
    }

    Scenario scenario() {
        return scenario;
    }

    int flushes() {
        return flushes;
    }
}
