package io.loadharness.loadgen;

import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.SampleBatch;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.loadgen.Bridge.NativeRun;
import io.loadharness.loadgen.Bridge.NativeSteps;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.bytedeco.javacpp.Pointer;

/**
 * LoadGen on one thread: lets it run until it asks for something, passes that on to the user's objects, and lets it run on. What
 * those throw ends the run.
 */
final class StepLoop {

    private final PreparedRun prepared;
    private final SystemUnderTest sut;
    private final QuerySampleLibrary library;
    private final AnswerSink sink;
    private final Ending ending;
    private final IssuedQueries issued = new IssuedQueries();

    StepLoop(PreparedRun prepared, AnswerSink sink, Ending ending) {
        this.prepared = prepared;
        this.sut = prepared.sut();
        this.library = prepared.library();
        this.sink = sink;
        this.ending = ending;
    }

    IssuedQueries issued() {
        return issued;
    }

    /** Runs the run, on the calling thread, to its end. */
    void runAsRunner() {
        run(true);
    }

    /** Issues queries on the calling thread until the run ends. */
    void runAsIssuer() {
        run(false);
    }

    private void run(boolean runner) {
        ByteBuffer memory = ByteBuffer.allocateDirect(2 * Long.BYTES).order(ByteOrder.nativeOrder());
        NativeSteps steps = new NativeSteps(prepared.run(), new Pointer(memory).address());
        if (runner) {
            steps.beRunner(prepared.auditConf());
        } else {
            steps.beIssuer();
        }
        LongBuffer numbers = memory.asLongBuffer();
        long address = steps.address();
        for (int step = NativeSteps.next(address); step != Bridge.OVER; step = NativeSteps.next(address)) {
            take(step, numbers.get(0), numbers.get(1));
        }
        steps.destroy();
    }

    private void take(int step, long first, long second) {
        switch (step) {
            case Bridge.ISSUE_SAMPLE -> issue(Query.of(sink, first, (int) second));
            case Bridge.ISSUE_BATCH -> issueBatch(first, (int) second);
            case Bridge.FLUSH_QUERIES -> call("flushQueries", sut::flushQueries);
            case Bridge.LOAD_SAMPLES ->
                call("loadSamplesToRam", () -> library.loadSamplesToRam(copy(first, (int) second)));
            case Bridge.UNLOAD_SAMPLES ->
                call("unloadSamplesFromRam", () -> library.unloadSamplesFromRam(copy(first, (int) second)));
            default -> throw new IllegalStateException("LoadGen asks for something unknown: " + step);
        }
    }

    private void issue(Query query) {
        try {
            issued.add(query);
            sut.issueQuery(query);
        } catch (Throwable e) {
            ending.fail("issueQuery", e);
        }
        ending.hold();
    }

    private void issueBatch(long samples, int count) {
        // LoadGen keeps the one query of Offline until the run ends, so nobody needs a copy of its millions of samples
        // yet.
        if (prepared.scenario() == Scenario.OFFLINE) {
            issue(Query.of(sink, count, new LoadGenBatch(sink, samples, count)));
        } else {
            long[] idsAndIndices = new long[2 * count];
            NativeRun.copySamples(samples, idsAndIndices, count);
            issue(Query.of(sink, idsAndIndices));
        }
    }

    private record LoadGenBatch(AnswerSink sink, long samples, int count) implements SampleBatch {

        @Override
        public long[] idsAndIndices() {
            return sink.idsAndIndices(samples, count);
        }

        @Override
        public void completeAll() {
            sink.completeBatch(samples, count);
        }
    }

    private interface Callback {
        void call() throws Exception;
    }

    private void call(String name, Callback callback) {
        try {
            callback.call();
        } catch (Throwable e) {
            ending.fail(name, e);
        }
    }

    private static int[] copy(long indices, int count) {
        int[] copy = new int[count];
        NativeRun.copyIndices(indices, copy, count);
        return copy;
    }
}
