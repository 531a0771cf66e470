// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
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
 * Writes what becomes of each sample into a file, by a thread of its own, while the run goes on. What was written is safe if this
 * process is killed, up to half a second before. Memory is bounded: if the disk is slower than the samples, the threads that bring
 * answers wait, and {@link #heldBack} tells. Its owner closes it, after the system that it watches.
 */
public final class SampleRecorder implements RequestObserver, AutoCloseable {

    private static final int MOST_WAITING = 4096;
    private static final int TAKEN_AT_ONCE = 512;
    private static final int BUFFER = 1 << 16;
    private static final long FLUSH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The writer looks so often whether there is something: to wake it for each sample would cost more than to write it. */
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Path file;
    private final RunClock clock;
    private final FileOutputStream stream;
    private final RecordWriter writer;
    private final BlockingQueue<Recording> ended = new ArrayBlockingQueue<>(MOST_WAITING);
    private final LongAdder heldBackNanos = new LongAdder();
    private final Thread thread;
    private volatile boolean closing;
    private volatile @Nullable IOException trouble;

    private SampleRecorder(Path file, FileOutputStream stream) throws IOException {
        this.file = file;
        this.stream = stream;
        clock = new RunClock(Instant.now(), System.nanoTime());
        writer = new RecordWriter(new BufferedOutputStream(stream, BUFFER), clock.started(), clock.originNanos());
        thread = new Thread(this::work, "loadharness-records");
        thread.setDaemon(true);
    }

    /**
     * Begins a new file.
     *
     * @throws IOException if it cannot be written, or is there already
     */
    public static SampleRecorder open(Path file) throws IOException {
        Files.newOutputStream(file, StandardOpenOption.CREATE_NEW).close();
        return onto(file);
    }

    /** Writes over a file that is there. */
    static SampleRecorder onto(Path file) throws IOException {
        FileOutputStream stream = new FileOutputStream(file.toFile());
        try {
            SampleRecorder recorder = new SampleRecorder(file, stream);
            recorder.thread.start();
            return recorder;
        } catch (IOException | RuntimeException | Error e) {
            stream.close();
            throw e;
        }
    }

    /** Of which the times of the records are, and of what else is to be told beside them. */
    public RunClock clock() {
        return clock;
    }

    @Override
    public ResponseListener sending(InferenceRequest request, String endpoint) {
        return new Recording(request, endpoint, this::ended);
    }

    @Override
    public void unsent(int sampleIndex, Failure failure, Timeline times) {
        ended(new Recording(sampleIndex, failure, times));
    }

    private void ended(Recording recording) {
        if (!ended.offer(recording)) {
            LockSupport.unpark(thread);
            long before = System.nanoTime();
            while (trouble == null && thread.isAlive() && !offer(recording)) {
                // the disk is slow: only waiting keeps memory bounded; a closed recorder takes nothing more
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

    /** How long, all together, the threads that bring answers had to wait for the disk. */
    public Duration heldBack() {
        return Duration.ofNanos(heldBackNanos.sum());
    }

    /** Why records are not written any more, as when the disk is full; empty if they are. */
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
        List<Recording> batch = new ArrayList<>(TAKEN_AT_ONCE);
        long flushed = System.nanoTime();
        boolean last;
        do {
            last = closing; // before the look, so that nothing is left that came before
            while (ended.drainTo(batch, TAKEN_AT_ONCE) > 0) {
                for (Recording each : batch) {
                    writer.write(each);
                }
                batch.clear();
                flushed = flush(flushed);
            }
            flushed = flush(flushed);
            if (!last) {
                LockSupport.parkNanos(this, BETWEEN_LOOKS_NANOS);
            }
        } while (!last);
        writer.end();
        stream.getFD().sync();
    }

    private long flush(long before) throws IOException {
        long now = System.nanoTime();
        if (now - before < FLUSH_NANOS) {
            return before;
        }
        writer.flush();
        return now;
    }

    /** Closes and deletes the file, because there was no run. */
    public void abandon() {
        try {
            close();
            Files.delete(file);
        } catch (IOException e) {
            // what kept the run from being is what its user has to know
        }
    }

    /**
     * Waits until all is written, and closes the file.
     *
     * @throws IOException if something could not be written; the file then ends somewhere in the middle
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
