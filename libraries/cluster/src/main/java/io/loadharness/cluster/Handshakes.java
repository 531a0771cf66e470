// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.io.IOException;
import java.net.Socket;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The connections whose peers have not yet proved that they know the token. Their number and their duration are limited. Therefore, other
 * programs that open many connections, or send bytes very slowly, cannot use up memory and threads, and cannot block workers. The sockets
 * have no read timeout: with one, even only during the handshake, each later wait for a message needs three system calls instead of one.
 * Thread-safe.
 */
final class Handshakes {

    /** The maximum number of handshakes at the same time. */
    static final int MAX = 64;

    /** The maximum duration of a handshake while other connections wait. */
    private static final long PATIENT_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** The maximum duration of any handshake. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final long CHECK_MILLIS = 100;

    private final Map<Socket, Long> started = new LinkedHashMap<>(); // guarded by this; the oldest first

    synchronized void add(Socket socket) {
        started.put(socket, System.nanoTime());
    }

    synchronized void end(Socket socket) {
        started.remove(socket);
        notifyAll();
    }

    /** Returns true if a handshake is in progress. */
    synchronized boolean contains(Socket socket) {
        return started.containsKey(socket);
    }

    synchronized void closeAll() {
        closeOlderThan(0);
    }

    /** Waits until there are fewer handshakes than {@link #MAX}. Closes handshakes that take too long. */
    synchronized void awaitPlace() throws InterruptedException {
        closeOlderThan(LIMIT_NANOS);
        while (started.size() >= MAX) {
            closeOlderThan(PATIENT_NANOS);
            wait(CHECK_MILLIS);
        }
    }

    private void closeOlderThan(long nanos) {
        long now = System.nanoTime();
        for (Iterator<Map.Entry<Socket, Long>> all = started.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Socket, Long> oldest = all.next();
            if (now - oldest.getValue() < nanos) {
                return;
            }
            all.remove();
            try {
                oldest.getKey().close(); // its thread fails and ends
            } catch (IOException e) {
                // the connection is not used any more
            }
        }
    }
}
