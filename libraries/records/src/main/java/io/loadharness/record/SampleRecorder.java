// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.internal.ClockReading;
import io.loadharness.internal.JvmShutdown;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Writes a record of each sample to a file during the run, on a separate thread. If the process is killed, at most the records of the last
 * half second are lost. While the JVM shuts down, records are written without this delay. Memory is bounded: if the disk is too slow, the
 * threads that report results wait, and {@link #heldBack} returns the total waiting time. Thread-safe. The owner must close the recorder,
 * but only after closing the system under test.
 *
 * <pre>{@code
 * try (SampleRecorder recorder = SampleRecorder.open(Path.of("run/records.cbor"))) {
 *     // pass the recorder to the backend as a request observer, then run
 * }
 * }</pre>
 */
public final class SampleRecorder implements RequestObserver, AutoCloseable {

    private static final int QUEUE_CAPACITY = 4096;
    private static final int BATCH_SIZE = 512;
    private static final int BUFFER_SIZE = 1 << 16;
    private static final Duration FLUSH_INTERVAL = Duration.ofMillis(500);

    /** Poll interval of the writer thread. Waking the thread up for each sample would cost more than writing the sample. */
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Path file;
    private final RunClock clock;
    private final FileOutputStream stream;
    private final long flushNanos;
    private final RecordWriter writer;
    private final BlockingQueue<Recording> ended = new ArrayBlockingQueue<>(QUEUE_CAPACITY);
    private final LongAdder heldBackNanos = new LongAdder();
    private final Thread thread;
    private volatile boolean closing;
    private volatile @Nullable IOException trouble;

    private SampleRecorder(Path file, FileOutputStream stream, Duration flushInterval) throws IOException {
        this.file = file;
        this.stream = stream;
        flushNanos = flushInterval.toNanos();
        ClockReading now = ClockReading.now();
        clock = new RunClock(now.wall(), now.nanos());
        writer = new RecordWriter(new BufferedOutputStream(stream, BUFFER_SIZE), clock.started(), clock.originNanos());
        thread = new Thread(this::work, "loadharness-records");
        thread.setDaemon(true);
    }

    /**
     * Creates a file and a recorder that writes to this file.
     *
     * @throws IOException if the file exists or cannot be written
     */
    public static SampleRecorder open(Path file) throws IOException {
        Files.newOutputStream(file, StandardOpenOption.CREATE_NEW).close();
        return onto(file);
    }

    /** Creates a recorder that overwrites an existing file. */
    static SampleRecorder onto(Path file) throws IOException {
        return onto(file, FLUSH_INTERVAL);
    }

    /** Creates a recorder that overwrites an existing file and writes its buffer at the given interval. */
    static SampleRecorder onto(Path file, Duration flushInterval) throws IOException {
        FileOutputStream stream = new FileOutputStream(file.toFile());
        try {
            SampleRecorder recorder = new SampleRecorder(file, stream, flushInterval);
            recorder.thread.start();
            return recorder;
        } catch (IOException | RuntimeException | Error e) {
            stream.close();
            throw e;
        }
    }

    /** Returns the clock of the records. Other files of the run use the same clock. */
    public RunClock clock() {
        return clock;
    }

    @Override
    public ResponseListener sending(InferenceRequest request, String endpoint) {
        return sending(request, endpoint, Query.NOT_NUMBERED);
    }

    @Override
    public ResponseListener sending(InferenceRequest request, String endpoint, long sequence) {
        return new Recording(request, endpoint, sequence, this::ended);
    }

    @Override
    public void unsent(int sampleIndex, Failure failure, Timeline times) {
        unsent(sampleIndex, failure, times, Query.NOT_NUMBERED);
    }

    @Override
    public void unsent(int sampleIndex, Failure failure, Timeline times, long sequence) {
        ended(new Recording(sampleIndex, failure, times, sequence));
    }

    private void ended(Recording recording) {
        if (!ended.offer(recording)) {
            LockSupport.unpark(thread);
            long before = System.nanoTime();
            while (trouble == null && thread.isAlive() && !offer(recording)) {
                // the disk is slow: waiting limits memory use; a closed recorder drops the sample
            }
            heldBackNanos.add(System.nanoTime() - before);
        }
    }

    private boolean offer(Recording recording) {
        try {
            return ended.offer(recording, 100, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ended.offer(recording);
        }
    }

    /** Returns the total time for which threads that report results waited for the disk. */
    public Duration heldBack() {
        return Duration.ofNanos(heldBackNanos.sum());
    }

    /** Returns the error that stopped the writing, such as a full disk; empty if no error occurred. */
    public Optional<IOException> trouble() {
        return Optional.ofNullable(trouble);
    }

    private void work() {
        try {
            write();
        } catch (IOException | RuntimeException | Error e) {
            trouble = new IOException(file + " cannot be written: " + e.getMessage(), e);
            ended.clear();
        }
    }

    private void write() throws IOException {
        List<Recording> batch = new ArrayList<>(BATCH_SIZE);
        long flushed = System.nanoTime();
        boolean last;
        do {
            last = closing; // read before the queue is emptied, so that no sample is lost
            while (ended.drainTo(batch, BATCH_SIZE) > 0) {
                for (Recording each : batch) {
                    writer.write(each);
                }
                batch.clear();
                flushed = flush(flushed);
            }
            flushed = flush(flushed);
            if (!last) {
                LockSupport.parkNanos(this, POLL_NANOS);
            }
        } while (!last);
        writer.end();
        stream.getFD().sync();
    }

    private long flush(long lastFlush) throws IOException {
        long now = System.nanoTime();
        if (now - lastFlush < flushNanos
                && !JvmShutdown.isInProgress()) { // a second signal ends a shutdown at any time
            return lastFlush;
        }
        writer.flush();
        return now;
    }

    /** Closes and deletes the file. Called if the run was not started. */
    public void abandon() {
        try {
            close();
            Files.delete(file);
        } catch (IOException e) {
            // the caller reports the error that prevented the run
        }
    }

    /**
     * Waits until all samples are written and closes the file.
     *
     * @throws IOException if writing failed; in this case, the file is truncated
     */
    @Override
    public void close() throws IOException {
        closing = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        stream.close();
        if (trouble != null) {
            throw trouble;
        }
    }
}
