// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A response in progress. The scheduler's thread calls {@link #announce}; all other methods run on the event loop of the connection. A
 * response ends exactly once: by {@link #end}, {@link #abandon} or {@link #cancel}.
 */
abstract class ServerResponse {

    private final ServerExchange exchange;
    private final ResponseContext context;
    private final Counters counters;
    private final SocketWriter socket;
    private final AtomicBoolean announced = new AtomicBoolean();
    private boolean sending;
    private boolean again;
    private boolean damaged;
    private boolean over;

    ServerResponse(ServerExchange exchange, ResponseContext context, Counters counters, SocketWriter socket) {
        this.exchange = exchange;
        this.context = context;
        this.counters = counters;
        this.socket = socket;
    }

    final ServerExchange exchange() {
        return exchange;
    }

    final ResponseContext context() {
        return context;
    }

    final Counters counters() {
        return counters;
    }

    final SocketWriter socket() {
        return socket;
    }

    final ServerLoop loop() {
        return exchange.loop();
    }

    /** Makes the event loop send the new tokens after the current step of the scheduler. Called on the scheduler's thread. */
    final void announce() {
        if (announced.compareAndSet(false, true)) {
            loop().readyQueue().add(this);
        }
    }

    /** Sends the generated tokens that are not sent yet. Called when there can be new tokens, or when the socket can accept bytes again. */
    final void sendAvailable() {
        announced.set(false);
        again = true;
        if (!sending) {
            sending = true; // a write may call this method again if the socket can accept more bytes
            while (again && !over) {
                again = false;
                progress();
            }
            sending = false;
        }
    }

    abstract void progress();

    final boolean isOver() {
        return over;
    }

    final boolean isHttp10() {
        return exchange.http10() || context.has(Fault.HTTP_1_0);
    }

    final boolean keepsConnection() {
        return exchange.keepAlive() && !isHttp10();
    }

    /** Writes the status line and headers. Counts the faults of the headers, and the faults of the whole response. */
    final void begin(String contentType, long length) {
        if (applies(Fault.INTERIM_100)) {
            socket.raw("HTTP/1.1 100 Continue\r\n\r\n");
        }
        for (Fault fault : context.faults()) {
            if (fault == Fault.SLOW_LORIS || (fault.isLegal() && fault != Fault.INTERIM_100)) {
                applies(fault);
            }
        }
        String type = applies(Fault.WRONG_CONTENT_TYPE) ? "text/html" : contentType;
        new HttpHead(200, type, isHttp10() ? HttpHead.UNKNOWN : length)
                .write(socket, loop(), isHttp10(), keepsConnection());
    }

    /** Returns true if the response has a fault, and counts this fault. */
    final boolean applies(Fault fault) {
        if (!context.has(fault)) {
            return false;
        }
        counters.faults(fault).increment();
        damaged |= !fault.isLegal();
        return true;
    }

    /** Ends a response after its last byte has been passed to the socket writer. */
    final void end(boolean keepConnection) {
        if (applies(Fault.EXTRA_BYTES)) {
            socket.raw("\r\nextra bytes after the response\r\n");
        }
        socket.finish(this::account, () -> exchange.connection().responseSent(keepConnection));
    }

    /** Ends an incomplete response. The connection stays open unless the caller closes it. */
    final void abandon() {
        over = true;
        counters.faulted().increment();
        exchange.connection().setResponse(null);
        context.sequences().forEach(Sequence::cancel);
    }

    /** Called when the client has disconnected. */
    final void cancel() {
        over = true;
        (damaged ? counters.faulted() : counters.cancelled()).increment();
        context.sequences().forEach(Sequence::cancel);
    }

    private void account() {
        over = true;
        if (damaged) {
            counters.faulted().increment();
        } else {
            boolean byLimit = context.sequences().stream()
                    .anyMatch(sequence -> !sequence.generation().stopped());
            (byLimit ? counters.limited() : counters.stopped()).increment();
            counters.latency().add(System.nanoTime() - context.received());
        }
    }
}
