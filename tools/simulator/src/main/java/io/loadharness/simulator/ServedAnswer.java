// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One answer while it is made. The scheduler's thread announces tokens; all else is on the event loop of the connection. Ends
 * exactly once: by {@link #end}, {@link #abandon} or {@link #cancel}.
 */
abstract class ServedAnswer {

    private final ServedExchange exchange;
    private final ServedReply reply;
    private final Counters counters;
    private final ServedWire wire;
    private final AtomicBoolean announced = new AtomicBoolean();
    private boolean collecting;
    private boolean again;
    private boolean damaged;
    private boolean over;

    ServedAnswer(ServedExchange exchange, ServedReply reply, Counters counters, ServedWire wire) {
        this.exchange = exchange;
        this.reply = reply;
        this.counters = counters;
        this.wire = wire;
    }

    final ServedExchange exchange() {
        return exchange;
    }

    final ServedReply reply() {
        return reply;
    }

    final Counters counters() {
        return counters;
    }

    final ServedWire wire() {
        return wire;
    }

    final ServerLoop loop() {
        return exchange.loop();
    }

    /** There are new tokens. On the scheduler's thread. */
    final void announce() {
        if (announced.compareAndSet(false, true)) {
            loop().mailbox().add(this);
        }
    }

    /** Sends what can be sent now: called when there may be new tokens or new room in the socket. */
    final void collect() {
        announced.set(false);
        again = true;
        if (!collecting) {
            collecting = true; // a write may call back at once that there is room again
            while (again && !over) {
                again = false;
                progress();
            }
            collecting = false;
        }
    }

    abstract void progress();

    final boolean isOver() {
        return over;
    }

    final boolean isHttp10() {
        return exchange.http10() || reply.has(Fault.HTTP_1_0);
    }

    final boolean keepsConnection() {
        return exchange.keepAlive() && !isHttp10();
    }

    /** Writes the head, with the faults that show in it or all over the answer. */
    final void begin(String contentType, long length) {
        if (happens(Fault.INTERIM_100)) {
            wire.raw("HTTP/1.1 100 Continue\r\n\r\n");
        }
        for (Fault fault : reply.faults()) {
            if (fault == Fault.SLOW_LORIS || (fault.isLegal() && fault != Fault.INTERIM_100)) {
                happens(fault);
            }
        }
        String type = happens(Fault.WRONG_CONTENT_TYPE) ? "text/html" : contentType;
        new Head(200, type, isHttp10() ? Head.UNKNOWN : length).write(wire, loop(), isHttp10(), keepsConnection());
    }

    /** Whether a fault is to happen, which it does with this call. */
    final boolean happens(Fault fault) {
        if (!reply.has(fault)) {
            return false;
        }
        counters.faults(fault).increment();
        damaged |= !fault.isLegal();
        return true;
    }

    /** All was added to the wire. */
    final void end(boolean keepConnection) {
        if (happens(Fault.EXTRA_BYTES)) {
            wire.raw("\r\nthese bytes belong to no answer\r\n");
        }
        wire.finish(this::account, () -> exchange.connection().answered(keepConnection));
    }

    /** Nothing more comes but what was added to the wire; the connection stays as it is, or its wire closes it. */
    final void abandon() {
        over = true;
        counters.faulted().increment();
        exchange.connection().answeredBy(null);
        reply.sequences().forEach(Sequence::cancel);
    }

    /** The client is gone. */
    final void cancel() {
        over = true;
        (damaged ? counters.faulted() : counters.cancelled()).increment();
        reply.sequences().forEach(Sequence::cancel);
    }

    private void account() {
        over = true;
        if (damaged) {
            counters.faulted().increment();
        } else {
            boolean byLimit = reply.sequences().stream()
                    .anyMatch(sequence -> !sequence.generation().stopped());
            (byLimit ? counters.limited() : counters.stopped()).increment();
            counters.latency().add(System.nanoTime() - reply.received());
        }
    }
}
