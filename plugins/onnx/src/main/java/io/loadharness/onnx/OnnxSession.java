// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import io.loadharness.Failure;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.Tensor;
import io.loadharness.inference.Timeline;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A user of a loaded model, with the buffers of its batches. Thread-safe: one batch runs at a time. The buffers are reused: a batch copies
 * its samples into them, and ONNX Runtime writes the outputs into them. A batch of one sample in a direct buffer is not copied.
 */
final class OnnxSession implements AutoCloseable {

    /** The maximum duration of the previous batch after which {@link #tryRun} runs a batch. */
    private static final long SHORT_NANOS = 1_000_000;

    private static final String CLOSED = "the backend was closed before the model returned a result";
    private static final String CANCELLED = "the run ended before the model returned a result";

    /** The state of an output: ONNX Runtime can write to our buffer only if we know the shape in advance. */
    private enum Pinning {
        /** The shape that the model declares was not yet compared with a real one. */
        UNKNOWN,
        PINNED,
        NEVER
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final OrtEnvironment environment;
    private final LoadedModel model;
    private final OrtSession.RunOptions runOptions;
    private final ModelSignature signature;
    private final OutputEncoder encoder;
    private final boolean allowsNan;
    private final OnnxCounts counts;

    private final ByteBuffer[] inputBuffers;
    private final ByteBuffer[] outputBuffers;
    private final Pinning[] pinning;
    private final Map<String, OnnxTensor> inputs = new LinkedHashMap<>();

    /** Tensors over the data of a request, for one batch. */
    private final List<OnnxTensor> borrowed = new ArrayList<>();

    /** Tensors over our buffers, for all batches with the same shapes. */
    private final List<OnnxTensor> inputTensors = new ArrayList<>();

    private final Map<String, OnnxTensor> pinned = new LinkedHashMap<>();
    private final Set<String> requested = new HashSet<>();

    /** The shapes of the inputs of the last batch, and the shapes of the outputs that they lead to. */
    private long[][] inputShapes = {};

    private List<Optional<long[]>> outputShapes = List.of();

    private boolean shapesAreStale;

    /** The outputs of all batches with these shapes; null if ONNX Runtime chooses the memory of an output. */
    private @Nullable BatchOutputs pinnedOutputs;

    private volatile boolean terminated;
    private volatile boolean cancelling;
    private boolean closed; // guarded by runOptions

    OnnxSession(
            OrtEnvironment environment,
            LoadedModel model,
            ModelSignature signature,
            OutputEncoder encoder,
            boolean allowsNan,
            OnnxCounts counts)
            throws OrtException {
        this.environment = environment;
        this.model = model;
        this.signature = signature;
        this.encoder = encoder;
        this.allowsNan = allowsNan;
        this.counts = counts;
        runOptions = new OrtSession.RunOptions();
        runOptions.setLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
        inputBuffers = new ByteBuffer[signature.inputs().size()];
        Arrays.setAll(inputBuffers, i -> buffer(0));
        outputBuffers = new ByteBuffer[signature.outputs().size()];
        Arrays.setAll(outputBuffers, i -> buffer(0));
        pinning = new Pinning[outputBuffers.length];
        Arrays.fill(pinning, Pinning.UNKNOWN);
        model.use();
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /** Runs the jobs of a batch and ends each of them. Jobs with different shapes run one after the other. */
    void run(List<Job> batch) {
        lock.lock();
        try {
            runLocked(batch);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs a batch, unless this would block the calling thread for a long time: the session is not free, or the previous batch was slow.
     * Returns false if it did not run the batch.
     */
    boolean tryRun(List<Job> batch) {
        if (model.runNanos() > SHORT_NANOS || lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return false;
        }
        try {
            runLocked(batch);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns true if the calling thread is running a batch. */
    boolean isRunByCaller() {
        return lock.isHeldByCurrentThread();
    }

    /** Returns true if runs of the model are so short that it is useful to prepare a batch while another one runs. */
    boolean runsAreShort() {
        return model.isShort();
    }

    private void runLocked(List<Job> batch) {
        if (terminated) {
            batch.forEach(each -> each.fail(Failure.Kind.CANCELLED, CLOSED));
            return;
        }
        long heap = HeapAllocation.ofCurrentThread();
        runChecked(batch);
        counts.addHeap(heap, batch.size());
    }

    private void runChecked(List<Job> batch) {
        long dequeued = System.nanoTime();
        List<Job> rest = checked(batch);
        if (rest.size() == 1) {
            execute(rest, dequeued);
            return;
        }
        while (!rest.isEmpty()) {
            Job first = rest.get(0);
            List<Job> same = new ArrayList<>(rest.size());
            List<Job> others = new ArrayList<>();
            for (Job each : rest) {
                (signature.sameShapes(first.request(), each.request()) ? same : others).add(each);
            }
            int size = signature.batch() == ModelSignature.ANY ? same.size() : signature.batch();
            for (int from = 0; from < same.size(); from += size) {
                execute(same.subList(from, Math.min(same.size(), from + size)), dequeued);
            }
            rest = others;
        }
    }

    private List<Job> checked(List<Job> batch) {
        List<Job> valid = new ArrayList<>(batch.size());
        for (Job each : batch) {
            try {
                signature.check(each.request());
                valid.add(each);
            } catch (IllegalArgumentException e) {
                each.fail(Failure.Kind.BACKEND_EXCEPTION, String.valueOf(e.getMessage()));
            }
        }
        return valid;
    }

    /** Runs the model on samples of the same shape. */
    private void execute(List<Job> jobs, long dequeued) {
        int rows = signature.batch() == ModelSignature.ANY ? jobs.size() : signature.batch();
        Timeline.Builder times = Timeline.builder().dequeued(dequeued);
        try {
            prepare(jobs, rows);
            try (OrtSession.Result result = runModel(jobs, rows, times)) {
                BatchOutputs outputs = outputs(result, rows);
                counts.batches.increment();
                counts.fillerSamples.add(rows - jobs.size());
                Timeline timeline = times.build();
                for (int row = 0; row < jobs.size(); row++) {
                    end(jobs.get(row), outputs, row, timeline);
                }
            }
        } catch (OrtException e) {
            fail(jobs, failure(e), times);
        } catch (RuntimeException | Error e) {
            fail(jobs, failure(text(e)), times);
        } finally {
            borrowed.forEach(OnnxTensor::close);
            borrowed.clear();
        }
    }

    private OrtSession.Result runModel(List<Job> jobs, int rows, Timeline.Builder times) throws OrtException {
        model.lock();
        try {
            times.sent(System.nanoTime());
            OrtSession.Result result = runModel(jobs, rows);
            times.done(System.nanoTime());
            return result;
        } finally {
            model.unlock();
        }
    }

    /** Runs the model. Repeats the run without the buffers of this session if an output does not have the shape that the model declares. */
    private OrtSession.Result runModel(List<Job> jobs, int rows) throws OrtException {
        try {
            return model.run(inputs, requested, pinned, runOptions);
        } catch (OrtException e) {
            if (!ModelErrors.isOtherOutputShape(e)) {
                throw e;
            }
        }
        Arrays.setAll(pinning, i -> pinning[i] == Pinning.PINNED ? Pinning.UNKNOWN : pinning[i]);
        shapesAreStale = true;
        prepare(jobs, rows);
        return model.run(inputs, requested, pinned, runOptions);
    }

    private static void fail(List<Job> jobs, Failure failure, Timeline.Builder times) {
        Timeline timeline = times.done(System.nanoTime()).build();
        for (Job each : jobs) {
            each.fail(failure, timeline);
        }
    }

    private Failure failure(OrtException e) {
        return terminated || cancelling
                ? new Failure(Failure.Kind.CANCELLED, terminated ? CLOSED : CANCELLED)
                : failure(ModelErrors.cleaned(e));
    }

    private static Failure failure(String message) {
        return new Failure(Failure.Kind.BACKEND_EXCEPTION, "the model failed: " + message);
    }

    private static String text(Throwable e) {
        return e instanceof IllegalArgumentException && e.getMessage() != null ? e.getMessage() : e.toString();
    }

    // inputs

    private void prepare(List<Job> jobs, int rows) throws OrtException {
        Job first = jobs.get(0);
        if (shapesAreStale || !hasShapes(first, rows)) {
            setShapes(first, rows);
            shapesAreStale = false;
        }
        for (int i = 0; i < inputBuffers.length; i++) {
            ModelSignature.Port input = signature.inputs().get(i);
            ByteBuffer data = tensor(first, input).data();
            if (rows == 1 && data.isDirect()) {
                OnnxTensor tensor =
                        OnnxTensor.createTensor(environment, data, inputShapes[i], ElementTypes.of(input.type()));
                borrowed.add(tensor);
                inputs.put(input.name(), tensor);
            } else {
                gather(i, jobs, rows);
                inputs.put(input.name(), inputTensors.get(i));
            }
        }
    }

    private boolean hasShapes(Job job, int rows) {
        for (int i = 0; i < inputBuffers.length; i++) {
            long[] sample = tensor(job, signature.inputs().get(i)).shape();
            if (inputShapes.length == 0
                    || inputShapes[i][0] != rows
                    || !Arrays.equals(inputShapes[i], 1, inputShapes[i].length, sample, 0, sample.length)) {
                return false;
            }
        }
        return true;
    }

    /** Creates the tensors for batches with other shapes than those of the last batch. */
    private void setShapes(Job job, int rows) throws OrtException {
        releaseTensors();
        long[][] shapes = new long[inputBuffers.length][];
        for (int i = 0; i < shapes.length; i++) {
            ModelSignature.Port input = signature.inputs().get(i);
            long[] sample = tensor(job, input).shape();
            shapes[i] = new long[sample.length + 1];
            shapes[i][0] = rows;
            System.arraycopy(sample, 0, shapes[i], 1, sample.length);
            inputBuffers[i] = withCapacity(inputBuffers[i], input.bytes(shapes[i]));
            inputTensors.add(tensor(input, inputBuffers[i], shapes[i]));
        }
        outputShapes = signature.outputs().stream()
                .map(each -> signature.outputShape(each, shapes))
                .toList();
        for (int i = 0; i < outputBuffers.length; i++) {
            ModelSignature.Port output = signature.outputs().get(i);
            if (pinning[i] == Pinning.PINNED && outputShapes.get(i).isPresent()) {
                long[] shape = outputShapes.get(i).orElseThrow();
                outputBuffers[i] = withCapacity(outputBuffers[i], output.bytes(shape));
                pinned.put(output.name(), tensor(output, outputBuffers[i], shape));
            } else {
                requested.add(output.name());
            }
        }
        inputShapes = shapes;
    }

    private OnnxTensor tensor(ModelSignature.Port port, ByteBuffer buffer, long[] shape) throws OrtException {
        return OnnxTensor.createTensor(
                environment,
                buffer.slice(0, port.bytes(shape)).order(ByteOrder.nativeOrder()),
                shape,
                ElementTypes.of(port.type()));
    }

    private void releaseTensors() {
        inputShapes = new long[0][];
        pinnedOutputs = null;
        inputTensors.forEach(OnnxTensor::close);
        inputTensors.clear();
        pinned.values().forEach(OnnxTensor::close);
        pinned.clear();
        requested.clear();
    }

    /** Copies the samples of a batch into the buffer of an input. The last sample fills the rest of an incomplete batch. */
    private void gather(int index, List<Job> jobs, int rows) {
        ModelSignature.Port input = signature.inputs().get(index);
        ByteBuffer buffer = inputBuffers[index];
        for (int row = 0; row < rows; row++) {
            Tensor sample = tensor(jobs.get(Math.min(row, jobs.size() - 1)), input);
            sample.copyTo(buffer, row * sample.bytes());
        }
    }

    private Tensor tensor(Job job, ModelSignature.Port input) {
        return Objects.requireNonNull(
                signature.tensor((Prompt.Tensors) job.request().prompt(), input));
    }

    private static ByteBuffer withCapacity(ByteBuffer buffer, int bytes) {
        return buffer.capacity() >= bytes ? buffer : buffer(bytes);
    }

    // outputs

    private BatchOutputs outputs(OrtSession.Result result, int rows) throws OrtException {
        BatchOutputs known = pinnedOutputs;
        if (known != null) {
            return known;
        }
        BatchOutputs outputs = new BatchOutputs(rows, outputBuffers.length);
        for (int i = 0; i < outputBuffers.length; i++) {
            ModelSignature.Port output = signature.outputs().get(i);
            if (pinned.containsKey(output.name())) {
                outputs.add(output, outputBuffers[i], outputShapes.get(i).orElseThrow());
                continue;
            }
            OnnxTensor tensor = (OnnxTensor) result.get(output.name())
                    .orElseThrow(() -> new IllegalArgumentException("the output '" + output.name() + "' is missing"));
            long[] shape = tensor.getInfo().getShape();
            outputs.add(output, tensor.getByteBuffer(), shape);
            if (pinning[i] == Pinning.UNKNOWN) {
                boolean isKnown = outputShapes
                        .get(i)
                        .filter(each -> Arrays.equals(each, shape))
                        .isPresent();
                pinning[i] = isKnown ? Pinning.PINNED : Pinning.NEVER;
                shapesAreStale = true;
            }
        }
        if (requested.isEmpty()) {
            pinnedOutputs = outputs;
        }
        return outputs;
    }

    private void end(Job job, BatchOutputs outputs, int row, Timeline timeline) {
        counts.samples.increment();
        Response response;
        try {
            SampleOutputs sample = outputs.ofSample(row);
            Failure failure = notFinite(sample);
            if (failure != null) {
                job.fail(failure, timeline);
                return;
            }
            byte[] bytes = sample.encode(encoder, job.request());
            if (bytes == null) {
                throw new IllegalArgumentException("the encoder returned null; return an empty array for no bytes");
            }
            response = Response.ofBytes(bytes, timeline);
        } catch (RuntimeException | Error e) {
            job.fail(new Failure(Failure.Kind.MALFORMED_RESPONSE, "the output was not encoded: " + text(e)), timeline);
            return;
        }
        job.end(response);
    }

    /** Counts samples with NaN or infinity. Returns the failure of a sample with NaN, or null if the sample is usable. */
    private @Nullable Failure notFinite(SampleOutputs outputs) {
        boolean isInfinite = false;
        for (int i = 0; i < outputs.size(); i++) {
            Elements each = outputs.elements(i);
            double worst = each.worst();
            if (Double.isNaN(worst)) {
                counts.nanSamples.increment();
                return allowsNan
                        ? null
                        : new Failure(
                                Failure.Kind.MALFORMED_RESPONSE,
                                "the output '" + each.name()
                                        + "' contains NaN; check the data and the model, or set allow-nan=true to only count it");
            }
            isInfinite = isInfinite || worst > 0;
        }
        if (isInfinite) {
            counts.infiniteSamples.increment();
        }
        return null;
    }

    // end

    /** Ends the run of the model as soon as possible. Further batches fail. Any thread may call this method. */
    void terminate() {
        synchronized (runOptions) {
            terminated = true;
            setTerminate(true);
        }
    }

    /** Ends the run of the model as soon as possible. Prevents further runs until {@link #allowRuns}. Any thread may call this method. */
    void cancel() {
        setCancelling(true);
    }

    /** Waits for the end of a cancelled batch, and allows further runs. */
    void allowRuns() {
        lock.lock();
        try {
            setCancelling(false);
        } finally {
            lock.unlock();
        }
    }

    private void setCancelling(boolean value) {
        synchronized (runOptions) {
            if (!terminated) {
                cancelling = value;
                setTerminate(value);
            }
        }
    }

    private void setTerminate(boolean value) {
        if (closed) {
            return;
        }
        try {
            runOptions.setTerminate(value);
        } catch (OrtException e) {
            throw new IllegalStateException("ONNX Runtime cannot end a run: " + e.getMessage(), e);
        }
    }

    /** Waits for the end of a run, and releases the native memory and, as the last user, the model. Further batches fail. */
    @Override
    public void close() {
        lock.lock();
        try {
            release();
        } finally {
            lock.unlock();
        }
    }

    private void release() {
        synchronized (runOptions) {
            terminated = true;
            closed = true;
            runOptions.close();
        }
        releaseTensors();
        model.release();
    }
}
