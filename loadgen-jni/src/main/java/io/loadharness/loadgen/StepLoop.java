// SPDX-License-Identifier: Apache-2.0
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
import java.util.Optional;
import java.util.function.BiConsumer;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * Runs LoadGen on one thread. LoadGen runs until it requests a callback. The loop then calls the system under test or the sample library,
 * and resumes LoadGen. An exception from a callback ends the run.
 */
final class StepLoop {

    /** The names of the callbacks. The index is the number of the step that requests the callback. */
    private static final String[] CALLED = {
        "", "issueQuery", "issueQuery", "issueQuery", "flushQueries", "loadSamplesToRam", "unloadSamplesFromRam"
    };

    private final PreparedRun prepared;
    private final SystemUnderTest sut;
    private final QuerySampleLibrary library;
    private final ResponseSink sink;
    private final BiConsumer<String, Throwable> onFailure;
    private final IssuedQueries issued = new IssuedQueries();

    private @Nullable NativeSteps steps;
    private volatile boolean over = true;

    /**
     * Creates the loop of one thread.
     *
     * @param onFailure fails the run; receives the name of the callback that threw an exception, and the exception
     */
    StepLoop(PreparedRun prepared, ResponseSink sink, BiConsumer<String, Throwable> onFailure) {
        this.prepared = prepared;
        this.sut = prepared.sut();
        this.library = prepared.library();
        this.sink = sink;
        this.onFailure = onFailure;
    }

    IssuedQueries issued() {
        return issued;
    }

    /** Runs LoadGen's main loop on the calling thread until the run ends. */
    void runAsRunner() {
        run(true);
    }

    /** Issues queries on the calling thread until the run ends. */
    void runAsIssuer() {
        run(false);
    }

    private void run(boolean runner) {
        ByteBuffer memory = ByteBuffer.allocateDirect(3 * Long.BYTES).order(ByteOrder.nativeOrder());
        NativeSteps made =
                NativeSteps.prepare(prepared.run(), new Pointer(memory).address(), prepared.auditConf(), runner);
        if (made == null) {
            throw new IllegalStateException("not enough memory for the stack of LoadGen");
        }
        steps = made;
        LongBuffer numbers = memory.asLongBuffer();
        long address = made.address();
        over = false;
        for (int step = NativeSteps.next(address); step != Bridge.OVER; step = NativeSteps.next(address)) {
            call(step, numbers);
        }
        over = true;
    }

    /** Returns true if LoadGen is not running on this thread, because it has ended or was never started. */
    boolean isOver() {
        return over;
    }

    /** Frees LoadGen's stack after the run. */
    void free() {
        if (steps != null) {
            steps.destroy();
            steps = null;
        }
    }

    private void call(int step, LongBuffer numbers) {
        try {
            take(step, numbers.get(0), numbers.get(1), numbers.get(2));
        } catch (Throwable e) {
            onFailure.accept(CALLED[step], e);
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
            default -> throw new IllegalStateException("unknown step of LoadGen: " + step);
        }
    }

    private void issue(Query query) throws Exception {
        issued.add(query);
        sut.issueQuery(query);
    }

    private record OfferedBatch(ResponseSink sink, long number, int count) implements SampleBatch {

        @Override
        public Optional<long[]> idsAndIndices() {
            return sink.copyBatch(number, count);
        }

        @Override
        public boolean completeAll() {
            return sink.completeBatch(number, count);
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
