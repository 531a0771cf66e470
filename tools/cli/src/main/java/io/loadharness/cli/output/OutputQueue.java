// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Output for several streams in the order in which it was printed. A daemon thread writes it. While the queue is full, printing waits.
 * After {@link #end}, printing does not wait. Thread-safe.
 */
final class OutputQueue {

    /** The number of bytes from which printing waits. */
    static final int CAPACITY = 1 << 18;

    /** The number of bytes from which output is discarded after {@link #end}. */
    static final int CAPACITY_AT_END = 1 << 24;

    private static final int MAX_PIECE = 8192;

    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Piece> pieces = new ArrayDeque<>(); // guarded by lock
    private long accepted; // bytes; guarded by lock
    private long written; // bytes; guarded by lock
    private boolean ending; // guarded by lock

    private record Piece(QueuedStream stream, ByteBuffer bytes) {}

    private OutputQueue(Duration patience) {
        this.patience = patience;
    }

    /**
     * Creates a queue and starts its thread.
     *
     * @param patience the time after which {@link #await} gives up after {@link #end}, if no stream accepts a byte
     */
    static OutputQueue start(Duration patience) {
        OutputQueue queue = new OutputQueue(patience);
        Thread thread = new Thread(queue::write, "harness-console");
        thread.setDaemon(true);
        thread.start();
        return queue;
    }

    /**
     * Returns a stream whose bytes this queue writes to another stream. Its method {@link PrintStream#checkError} waits until everything is
     * written. It returns false if the reader of the other stream has closed its end, as {@code head} does, because the reader has what it
     * needs.
     */
    PrintStream stream(OutputStream target, Charset charset) {
        return new CheckedStream(new QueuedStream(target), charset);
    }

    /** Makes printing return immediately from now on. Called when the process ends. */
    void end() {
        lock.lock();
        try {
            ending = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything that was printed before this call is written. After {@link #end}, gives up if no stream accepts a byte. */
    void await() {
        lock.lock();
        try {
            long last = accepted;
            while (written < last && !ending) {
                changed.awaitUninterruptibly();
            }
            boolean accepting = true;
            while (written < last && accepting) {
                accepting = isAccepting();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a byte is written. Returns false if none is written in time. */
    private boolean isAccepting() throws InterruptedException {
        long before = written;
        long left = patience.toNanos();
        while (written == before && left > 0) {
            left = changed.awaitNanos(left);
        }
        return written > before;
    }

    private void add(Piece piece) {
        lock.lock();
        try {
            while (accepted - written >= CAPACITY && !ending) {
                changed.awaitUninterruptibly();
            }
            if (accepted - written < CAPACITY_AT_END) {
                pieces.add(piece);
                accepted += piece.bytes().remaining();
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void write() {
        while (true) {
            Piece piece = next();
            piece.stream().writeNow(piece.bytes().array());
            lock.lock();
            try {
                written += piece.bytes().remaining();
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private Piece next() {
        lock.lock();
        try {
            while (pieces.isEmpty()) {
                changed.awaitUninterruptibly();
            }
            return pieces.remove();
        } finally {
            lock.unlock();
        }
    }

    /** A stream that adds its bytes to the queue. */
    private final class QueuedStream extends OutputStream {

        private final OutputStream target;
        private volatile @Nullable Throwable failure;

        QueuedStream(OutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            int end = offset + length;
            for (int start = offset; start < end; start += MAX_PIECE) {
                byte[] piece = Arrays.copyOfRange(bytes, start, Math.min(end, start + MAX_PIECE));
                add(new Piece(this, ByteBuffer.wrap(piece)));
            }
        }

        /** Writes bytes to the other stream, unless an earlier write has failed. */
        void writeNow(byte[] bytes) {
            if (failure == null) {
                try {
                    target.write(bytes);
                } catch (IOException | RuntimeException | Error e) {
                    failure = e;
                }
            }
        }

        /** Returns true if output is lost, and its reader has not closed the stream. */
        boolean hasLostOutput() {
            Throwable why = failure;
            return why != null
                    && !String.valueOf(why.getMessage())
                            .toLowerCase(Locale.ROOT)
                            .contains("broken pipe");
        }
    }

    /** A stream whose check for errors waits for the queue. */
    private final class CheckedStream extends PrintStream {

        private final QueuedStream queued;

        CheckedStream(QueuedStream queued, Charset charset) {
            super(queued, true, charset);
            this.queued = queued;
        }

        @Override
        public boolean checkError() {
            flush();
            await();
            return queued.hasLostOutput();
        }
    }
}
