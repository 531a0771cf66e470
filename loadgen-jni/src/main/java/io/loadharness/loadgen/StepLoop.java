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

    /** What is called in each step. An array, because a string that is first needed when memory is out cannot be had. */
    private static final String[] CALLED = {
        "", "issueQuery", "issueQuery", "issueQuery", "flushQueries", "loadSamplesToRam", "unloadSamplesFromRam"
    };

    private final PreparedRun prepared;
    private final SystemUnderTest sut;
    private final QuerySampleLibrary library;
    private final AnswerSink sink;
    private final Ending ending;
    private final IssuedQueries issued = new IssuedQueries();

    private NativeSteps steps;
    private boolean over;

    /** One thread of LoadGen. */
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
        ByteBuffer memory = ByteBuffer.allocateDirect(3 * Long.BYTES).order(ByteOrder.nativeOrder());
        steps = NativeSteps.prepare(prepared.run(), new Pointer(memory).address(), prepared.auditConf(), runner);
        if (steps == null) {
            throw new IllegalStateException("there is no memory for the stack of LoadGen");
        }
        LongBuffer numbers = memory.asLongBuffer();
        long address = steps.address();
        while (!over) {
            step(address, numbers);
        }
    }

    /** After the run, frees what LoadGen ran on. */
    void free() {
        if (steps != null) {
            steps.destroy();
            steps = null;
        }
    }

    /** Takes steps until LoadGen is over, or nothing more can be done than to end the run. */
    @SuppressWarnings({"finally", "Finally"})
    private void step(long address, LongBuffer numbers) {
        try {
            for (int step = NativeSteps.next(address); step != Bridge.OVER; step = NativeSteps.next(address)) {
                call(step, numbers);
            }
            over = true;
        } finally {
            // Not a catch: for that the JVM may have to look its class up, which takes memory. LoadGen has to be left
            // in any case.
            if (!over) {
                ending.force();
                return;
            }
        }
    }

    private void call(int step, LongBuffer numbers) {
        try {
            take(step, numbers.get(0), numbers.get(1), numbers.get(2));
        } catch (Throwable e) {
            ending.fail(CALLED[step], e);
        }
    }

    private void take(int step, long first, long second, long third) throws Exception {
        switch (step) {
            case Bridge.ISSUE_SAMPLE -> issue(Query.of(sink, first, (int) second, third));
            case Bridge.ISSUE_SAMPLES -> issue(Query.of(sink, samples(first, (int) second), third));
            case Bridge.ISSUE_BATCH -> issue(Query.of(sink, (int) second, new OfferedBatch(sink, first, (int) second)));
            case Bridge.FLUSH_QUERIES -> sut.flushQueries();
            case Bridge.LOAD_SAMPLES -> library.loadSamplesToRam(indices(first, (int) second));
            case Bridge.UNLOAD_SAMPLES -> library.unloadSamplesFromRam(indices(first, (int) second));
            default -> throw new IllegalStateException("LoadGen asks for something unknown: " + step);
        }
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
