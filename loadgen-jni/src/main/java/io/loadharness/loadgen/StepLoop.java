package io.loadharness.loadgen;

import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.SampleBatch;
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

    private static final int RESERVE = 64 * 1024;

    private final PreparedRun prepared;
    private final SystemUnderTest sut;
    private final QuerySampleLibrary library;
    private final AnswerSink sink;
    private final Ending ending;
    private final IssuedQueries issued = new IssuedQueries();

    /** Let go when something is thrown: it may be that there is no memory, and to end the run takes some. */
    @SuppressWarnings("unused")
    private byte[] reserve = new byte[RESERVE];

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
        LongBuffer numbers = memory.asLongBuffer();
        NativeSteps steps = new NativeSteps(prepared.run(), new Pointer(memory).address());
        if (runner) {
            steps.beRunner(prepared.auditConf());
        } else {
            steps.beIssuer();
        }
        long address = steps.address();
        for (int step = NativeSteps.next(address); step != Bridge.OVER; step = NativeSteps.next(address)) {
            try {
                take(step, numbers.get(0), numbers.get(1));
            } catch (Throwable e) {
                reserve = null;
                ending.fail(called(step), e);
            }
        }
        steps.destroy();
    }

    private void take(int step, long first, long second) throws Exception {
        switch (step) {
            case Bridge.ISSUE_SAMPLE -> issue(Query.of(sink, first, (int) second));
            case Bridge.ISSUE_SAMPLES -> issue(Query.of(sink, samples(first, (int) second)));
            case Bridge.ISSUE_BATCH -> issue(Query.of(sink, (int) second, new OfferedBatch(sink, first, (int) second)));
            case Bridge.FLUSH_QUERIES -> sut.flushQueries();
            case Bridge.LOAD_SAMPLES -> library.loadSamplesToRam(indices(first, (int) second));
            case Bridge.UNLOAD_SAMPLES -> library.unloadSamplesFromRam(indices(first, (int) second));
            default -> throw new IllegalStateException("LoadGen asks for something unknown: " + step);
        }
    }

    private static String called(int step) {
        return switch (step) {
            case Bridge.FLUSH_QUERIES -> "flushQueries";
            case Bridge.LOAD_SAMPLES -> "loadSamplesToRam";
            case Bridge.UNLOAD_SAMPLES -> "unloadSamplesFromRam";
            default -> "issueQuery";
        };
    }

    private void issue(Query query) throws Exception {
        issued.add(query);
        sut.issueQuery(query);
    }

    private record OfferedBatch(AnswerSink sink, long number, int count) implements SampleBatch {

        @Override
        public long[] idsAndIndices() {
            return sink.copyBatch(number, count);
        }

        @Override
        public void completeAll() {
            sink.completeBatch(number, count);
        }
    }

    private static long[] samples(long address, int count) {
        long[] idsAndIndices = new long[2 * count];
        NativeRun.copySamples(address, idsAndIndices, count);
        return idsAndIndices;
    }

    private static int[] indices(long address, int count) {
        int[] indices = new int[count];
        NativeRun.copyIndices(address, indices, count);
        return indices;
    }
}
