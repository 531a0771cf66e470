// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.RunWatch;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what it was given, and does with each sample what it is told to. */
final class TestSystem extends SystemUnderTest {

    /** What is done with a sample. */
    interface Answer {
        void give(QuerySample sample) throws Exception;
    }

    private final Answer answer;
    private final List<QuerySample> samples = new CopyOnWriteArrayList<>();
    private final List<Long> latenesses = new CopyOnWriteArrayList<>();
    private final List<Integer> loopStarts = new CopyOnWriteArrayList<>();
    private volatile RunWatch watch = RunWatch.NONE;
    private volatile Scenario scenario;
    private volatile int flushes;

    TestSystem(Answer answer) {
        super("test system");
        this.answer = answer;
    }

    TestSystem watchedBy(RunWatch newWatch) {
        watch = newWatch;
        return this;
    }

    @Override
    public RunWatch watchRun(Scenario ofRun) {
        scenario = ofRun;
        return watch;
    }

    @Override
    public void issueQuery(Query query) throws Exception {
        latenesses.add(query.lateNanos());
        if (query.startsLoop()) {
            loopStarts.add(samples.size());
        }
        for (QuerySample sample : query) {
            samples.add(sample);
            answer.give(sample);
        }
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // by the thread of the run
    public void flushQueries() {
        flushes++;
    }

    List<QuerySample> samples() {
        return samples;
    }

    List<Long> latenesses() {
        return latenesses;
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
