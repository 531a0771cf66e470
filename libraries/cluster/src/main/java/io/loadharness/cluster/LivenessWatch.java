// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Watches connections from the handshake until their end. It makes the coordinator send heartbeats, and it reports a peer that is silent for
 * too long as lost. Pauses of this process do not count, because a process that is paused neither sends nor reads. Both sides of a
 * connection use this class.
 */
final class LivenessWatch implements AutoCloseable {

    private static final long TICK_MILLIS = 250;
    private static final int TICKS_PER_HEARTBEAT = 4;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The other side of a connection. */
    interface Peer {

        /** Returns the nanoseconds for which this side has waited for bytes of the peer. */
        long silence();

        void resetSilence();

        /** Called every second. Does not block. */
        void heartbeat();

        /** Ends the connection. Has no effect if it has already ended. */
        void lose(String why);
    }

    private final Supplier<? extends Collection<? extends Peer>> peers;
    private final Thread thread;
    private volatile Duration limit;
    private volatile boolean isClosed;
    private long last;
    private int ticks;

    /**
     * Creates a watch that is not started.
     *
     * @param limit the maximum silence of a peer
     * @param peers returns the peers of the connections that exist
     * @param now the time in {@link System#nanoTime()}
     */
    LivenessWatch(String threadName, Duration limit, Supplier<? extends Collection<? extends Peer>> peers, long now) {
        this.limit = limit;
        this.peers = peers;
        last = now;
        thread = new Thread(this::run, threadName);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Sets the maximum silence of a peer. */
    void limit(Duration value) {
        limit = value;
    }

    private void run() {
        while (!isClosed) {
            tick(System.nanoTime());
            try {
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
            } catch (InterruptedException e) {
                return; // LoadHarness does not interrupt this thread
            }
        }
    }

    /** Checks all peers once. Called every 250 ms. */
    void tick(long now) {
        boolean wasPaused = now - last > PAUSE_NANOS;
        last = now;
        boolean isHeartbeat = ticks++ % TICKS_PER_HEARTBEAT == 0;
        Duration allowed = limit;
        for (Peer each : peers.get()) {
            if (wasPaused) {
                each.resetSilence();
            } else if (each.silence() > allowed.toNanos()) {
                each.lose("it has sent no message for " + allowed.toSeconds()
                        + " s: it hangs, or the network to it is interrupted");
            }
            if (isHeartbeat) {
                each.heartbeat();
            }
        }
    }

    /** Ends the watch. Does not wait for its thread. */
    @Override
    public void close() {
        isClosed = true;
    }
}
