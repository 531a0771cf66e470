// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Output for several streams in the order in which it was printed. A daemon thread for each stream writes it. A stream that accepts no byte
 * for some time is stalled. The other streams do not wait for it until it accepts a byte. While the queue of a stream is full, printing to
 * this stream waits. After {@link #printWithoutWaiting} or {@link #end}, printing does not wait. Then a stream that is not read for long
 * loses its oldest output, and one line in its place contains the number of lost lines. Thread-safe.
 */
final class OutputQueue {

    /** The number of bytes in the queue of a stream from which printing waits. */
    static final int CAPACITY = 1 << 18;

    /** The maximum number of bytes in the queue of a stream if printing does not wait. */
    static final int MAX_QUEUED = 1 << 24;

    private static final int MAX_PIECE = 8192;

    /** The time between two attempts to write to a stream that another program made non-blocking. */
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<QueuedStream> streams = new CopyOnWriteArrayList<>();
    private long printed; // the number of pieces of all streams so far; guarded by lock
    private boolean waitsForSpace = true; // guarded by lock
    private boolean ending; // guarded by lock

    private record Piece(long number, ByteBuffer bytes) {}

    /**
     * Creates a queue.
     *
     * @param patience the time after which {@link #await} gives up after {@link #end}, if no stream accepts a byte. A stream is stalled
     *     after half of this time
     */
    OutputQueue(Duration patience) {
        this.patience = patience;
    }

    /**
     * Returns a stream whose bytes this queue writes to a target. Its method {@link PrintStream#checkError} waits until everything that was
     * printed to this stream is written. It returns false if the reader of the target has closed its end, as {@code head} does, because the
     * reader has what it needs.
     */
    CheckedStream stream(WritableByteChannel target, Charset charset) {
        QueuedStream stream = new QueuedStream(target, charset);
        streams.add(stream);
        Thread thread = new Thread(() -> write(stream), "harness-console");
        thread.setDaemon(true);
        thread.start();
        return new CheckedStream(stream, charset);
    }

    /** Makes printing return immediately from now on, so that output that is not read does not delay a run. */
    void printWithoutWaiting() {
        lock.lock();
        try {
            waitsForSpace = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Makes printing return immediately from now on, and limits the time of {@link #await}. Called when the process ends. */
    void end() {
        lock.lock();
        try {
            waitsForSpace = false;
            ending = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything that was printed before this call is written. After {@link #end}, gives up if no stream accepts a byte. */
    void await() {
        await(streams);
    }

    private void await(List<QueuedStream> awaited) {
        lock.lock();
        try {
            long next = printed;
            while (isLeft(awaited, next) && !ending) {
                changed.awaitUninterruptibly();
            }
            boolean accepting = true;
            while (isLeft(awaited, next) && accepting) {
                accepting = isAccepting(awaited, patience);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Returns true if a stream has not written a piece that was printed before the piece with the given number. */
    private static boolean isLeft(List<QueuedStream> streams, long number) {
        return streams.stream()
                .anyMatch(
                        each -> !each.pieces.isEmpty() && each.pieces.element().number() < number);
    }

    /** Waits until one of the streams accepts a byte. Returns false if none accepts one in time. */
    private boolean isAccepting(List<QueuedStream> awaited, Duration limit) throws InterruptedException {
        long before = steps(awaited);
        long left = limit.toNanos();
        while (steps(awaited) == before && left > 0) {
            left = changed.awaitNanos(left);
        }
        return steps(awaited) > before;
    }

    private static long steps(List<QueuedStream> streams) {
        return streams.stream().mapToLong(each -> each.steps).sum();
    }

    private void write(QueuedStream stream) {
        while (true) {
            Piece piece = next(stream);
            stream.writeNow(piece.bytes());
            lock.lock();
            try {
                stream.pieces.remove();
                stream.steps++;
                stream.written(piece.bytes().remaining());
                stream.explainGap(piece);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits for the next piece of a stream and its turn. The piece stays in the queue of the stream. */
    private Piece next(QueuedStream stream) {
        lock.lock();
        try {
            while (stream.pieces.isEmpty()) {
                changed.awaitUninterruptibly();
            }
            Piece piece = stream.pieces.element();
            awaitTurn(piece);
            return piece;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the other streams have written the pieces that were printed before a piece, except for streams that are stalled. */
    private void awaitTurn(Piece piece) {
        try {
            for (QueuedStream each : streams) {
                List<QueuedStream> other = List.of(each);
                while (isLeft(other, piece.number()) && !each.stalled) {
                    each.stalled = !isAccepting(other, patience.dividedBy(2));
                }
            }
        } catch (InterruptedException e) {
            // the piece is written before its turn
        }
    }

    /** A stream that adds its bytes to its queue. */
    private final class QueuedStream extends OutputStream {

        private final WritableByteChannel target;
        private final Charset charset;
        private final Deque<Piece> pieces = new ArrayDeque<>(); // guarded by lock
        private long queued; // bytes; guarded by lock
        private boolean hasGap; // true if output after the first piece is lost; guarded by lock
        private long lostLines; // in this gap; guarded by lock
        private long steps; // writes that accepted a byte, and pieces that left the queue; guarded by lock
        private boolean stalled; // guarded by lock
        private boolean closed; // only for the thread that writes
        private volatile boolean hasLostOutput;

        QueuedStream(WritableByteChannel target, Charset charset) {
            this.target = target;
            this.charset = charset;
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            int end = offset + length;
            for (int start = offset; start < end; start += MAX_PIECE) {
                add(ByteBuffer.wrap(Arrays.copyOfRange(bytes, start, Math.min(end, start + MAX_PIECE))));
            }
        }

        private void add(ByteBuffer bytes) {
            lock.lock();
            try {
                while (queued >= CAPACITY && waitsForSpace) {
                    changed.awaitUninterruptibly();
                }
                makeSpace(bytes.remaining());
                pieces.add(new Piece(printed++, bytes));
                queued += bytes.remaining();
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** Removes the oldest pieces until there is space. The first piece stays, because the target may have accepted a part of it. */
        private void makeSpace(int bytes) {
            if (queued + bytes <= MAX_QUEUED) {
                return;
            }
            Piece first = pieces.remove();
            while (queued + bytes > MAX_QUEUED && !pieces.isEmpty()) {
                ByteBuffer oldest = pieces.remove().bytes();
                queued -= oldest.remaining();
                lostLines += lines(oldest);
                hasGap = true;
            }
            pieces.addFirst(first);
        }

        private static long lines(ByteBuffer bytes) {
            long lines = 0;
            for (int i = bytes.position(); i < bytes.limit(); i++) {
                lines += bytes.get(i) == '\n' ? 1 : 0;
            }
            return lines;
        }

        /** If output after a piece is lost, adds a line with the number of lost lines as the next piece. */
        private void explainGap(Piece last) {
            if (!hasGap) {
                return;
            }
            boolean isEndOfLine = last.bytes().get(last.bytes().limit() - 1) == '\n';
            String lines = lostLines + (lostLines == 1 ? " line" : " lines");
            ByteBuffer bytes = charset.encode(
                    (isEndOfLine ? "" : "\n") + "[Lost, because the output was not read: " + lines + "]\n");
            pieces.addFirst(new Piece(last.number(), bytes));
            queued += bytes.remaining();
            hasGap = false;
            lostLines = 0;
        }

        /** Writes bytes to the target. Bytes that cannot be written are lost. Later bytes are lost only if the reader has ended. */
        private void writeNow(ByteBuffer bytes) {
            try {
                while (bytes.hasRemaining() && !closed) {
                    int count = target.write(bytes);
                    written(count);
                    if (count == 0) {
                        LockSupport.parkNanos(RETRY_NANOS);
                    }
                }
            } catch (IOException | RuntimeException | Error e) {
                if (BrokenPipe.isCauseOf(e)) {
                    closed = true;
                } else {
                    hasLostOutput = true;
                }
            }
        }

        private void written(int bytes) {
            lock.lock();
            try {
                queued -= bytes;
                steps += bytes > 0 ? 1 : 0;
                stalled &= bytes == 0;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** A stream whose check for errors waits for its queue. */
    final class CheckedStream extends PrintStream {

        private final QueuedStream queued;

        CheckedStream(QueuedStream queued, Charset charset) {
            super(queued, true, charset);
            this.queued = queued;
        }

        /** Returns true if output that was printed to this stream is not written yet. */
        boolean isBehind() {
            lock.lock();
            try {
                return !queued.pieces.isEmpty();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public boolean checkError() {
            flush();
            await(List.of(queued));
            return queued.hasLostOutput;
        }
    }
}
