// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/**
 * An answer as server-sent events: each that carries tokens is one write of its own. What precedes the first goes into the socket
 * at once, what follows the last goes with it.
 */
final class StreamedAnswer extends ServedAnswer {

    private static final int SEVERAL = 4;
    private static final int HUGE = 100;

    private final ApiDialect dialect;
    private final EventStream events;
    private final int perEvent;
    private final int total;
    private boolean begun;
    private boolean struck;
    private boolean brokenChunks;
    private int sent;
    private long firstAt;

    StreamedAnswer(
            ServedExchange exchange,
            ServedReply reply,
            Counters counters,
            ServedWire wire,
            ApiDialect dialect,
            int perEvent) {
        super(exchange, reply, counters, wire);
        this.dialect = dialect;
        this.events = new EventStream(wire, exchange.loop(), reply.faults());
        this.perEvent = reply.has(Fault.SEVERAL_TOKENS) ? SEVERAL : perEvent;
        this.total = reply.completionTokens();
    }

    @Override
    void progress() {
        if (!begun) {
            open();
        }
        for (Sequence sequence : reply().sequences()) {
            for (int count = sequence.ready(perEvent); count > 0; count = sequence.ready(perEvent)) {
                if (sent > 0) {
                    wire().send();
                }
                if (!wire().hasRoom()) {
                    return;
                }
                write(sequence, count);
                if (isOver()) {
                    return;
                }
            }
        }
        if (sent == total) {
            close();
        } else {
            wire().send();
        }
    }

    private void open() {
        begun = true;
        begin("text/event-stream; charset=utf-8", Head.UNKNOWN);
        for (Sequence sequence : reply().sequences()) {
            AsciiBytes json = loop().json();
            if (dialect.opening(json, reply(), sequence)) {
                events.event(json);
            }
        }
    }

    private void write(Sequence sequence, int count) {
        int from = sequence.sent();
        int to = dialect.boundary(reply(), sequence, from, from + count);
        boolean strikes = !struck && 2 * (sent + to - from) >= total;
        struck |= strikes;
        if (strikes) {
            pad(sequence);
        }
        AsciiBytes json = loop().json();
        dialect.tokens(json, reply(), sequence, from, to);
        events.event(json);
        sequence.sent(to - from);
        count(to - from);
        if (strikes) {
            strike();
        }
    }

    private void count(int tokens) {
        if (sent == 0) {
            firstAt = System.nanoTime();
            counters().firstToken().add(firstAt - reply().received());
        }
        sent += tokens;
        counters().events().increment();
        counters().generationTokens().add(tokens);
    }

    private void pad(Sequence sequence) {
        int padded = happens(Fault.OVERSIZED_EVENT) ? 1 : happens(Fault.HUGE_RESPONSE) ? HUGE : 0;
        for (int i = 0; i < padded; i++) {
            AsciiBytes json = loop().json();
            dialect.tokens(json, reply(), sequence, sequence.sent(), sequence.sent());
            events.padded(json);
        }
    }

    private void strike() {
        if (happens(Fault.MALFORMED_JSON)) {
            events.event("{\"id\":\"broken o");
        } else if (happens(Fault.MALFORMED_CHUNK)) {
            brokenChunks = true;
            wire().raw("no size\r\n");
        } else if (happens(Fault.ERROR_EVENT)) {
            events.event(Plain.error(loop().json(), 500, "The engine died, as it was told to."));
            terminate();
        } else if (happens(Fault.HANG_IN_STREAM)) {
            abandon();
            wire().send();
        } else if (happens(Fault.FIN_IN_STREAM)) {
            abandon();
            wire().fin();
        } else if (happens(Fault.RST_IN_STREAM)) {
            abandon();
            wire().reset();
        }
    }

    private void close() {
        if (happens(Fault.EMPTY_STREAM)) {
            writeEmpty();
        } else if (total > 1) {
            counters().perToken().add((System.nanoTime() - firstAt) / (total - 1));
        }
        happens(Fault.MISSING_USAGE);
        AsciiBytes json = loop().json();
        if (dialect.closing(json, reply())) {
            events.event(json);
        }
        terminate();
    }

    private void writeEmpty() {
        for (Sequence sequence : reply().sequences()) {
            AsciiBytes json = loop().json();
            dialect.tokens(json, reply(), sequence, 0, 0);
            events.event(json);
        }
    }

    private void terminate() {
        boolean silent = happens(Fault.MISSING_DONE);
        if (dialect.saysDone() && !silent) {
            events.event("[DONE]");
        }
        if (happens(Fault.MISSING_END)) {
            abandon();
            wire().fin();
        } else {
            wire().end();
            end(keepsConnection() && !brokenChunks);
        }
    }
}
