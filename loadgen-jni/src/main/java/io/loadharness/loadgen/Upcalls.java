package io.loadharness.loadgen;

import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.SampleBatch;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.loadgen.Bridge.NativeCallbacks;
import io.loadharness.loadgen.Bridge.NativeRun;

/**
 * What LoadGen calls, passed on to the user's objects. Runs on {@link IssuingThread}s only. Nothing is thrown back into LoadGen:
 * what the user's code throws ends the run.
 */
final class Upcalls extends NativeCallbacks {

    private final SystemUnderTest sut;
    private final QuerySampleLibrary library;
    private final boolean offline;
    private final AnswerSink sink;
    private final Ending ending;

    Upcalls(SystemUnderTest sut, QuerySampleLibrary library, Scenario scenario, AnswerSink sink, Ending ending) {
        this.sut = sut;
        this.library = library;
        this.offline = scenario == Scenario.OFFLINE;
        this.sink = sink;
        this.ending = ending;
    }

    @Override
    protected void issueSample(long id, long index) {
        issue(Query.of(sink, id, (int) index));
    }

    @Override
    protected void issueBatch(long samples, long count) {
        try {
            issue(offline ? deferred(samples, (int) count) : Query.of(sink, sink.idsAndIndices(samples, (int) count)));
        } catch (Throwable e) {
            ending.fail("issueQuery", e);
        }
    }

    /** LoadGen keeps the one query of Offline until the run ends, so nobody needs a copy of its millions of samples yet. */
    private Query deferred(long samples, int count) {
        return Query.of(sink, count, new SampleBatch() {
            @Override
            public long[] idsAndIndices() {
                return sink.idsAndIndices(samples, count);
            }

            @Override
            public void completeAll() {
                sink.completeBatch(samples, count);
            }
        });
    }

    private void issue(Query query) {
        try {
            ((IssuingThread) Thread.currentThread()).issued().add(query);
            sut.issueQuery(query);
        } catch (Throwable e) {
            ending.fail("issueQuery", e);
        }
        ending.hold();
    }

    @Override
    protected void flushQueries() {
        try {
            sut.flushQueries();
        } catch (Throwable e) {
            ending.fail("flushQueries", e);
        }
    }

    @Override
    protected void loadSamples(long indices, long count) {
        try {
            library.loadSamplesToRam(copy(indices, count));
        } catch (Throwable e) {
            ending.fail("loadSamplesToRam", e);
        }
    }

    @Override
    protected void unloadSamples(long indices, long count) {
        try {
            library.unloadSamplesFromRam(copy(indices, count));
        } catch (Throwable e) {
            ending.fail("unloadSamplesFromRam", e);
        }
    }

    private static int[] copy(long indices, long count) {
        int[] copy = new int[(int) count];
        NativeRun.copyIndices(indices, copy, copy.length);
        return copy;
    }
}
