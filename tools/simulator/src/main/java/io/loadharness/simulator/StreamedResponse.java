// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/**
 * A response as server-sent events. Each event with tokens is a separate write. If no token is available yet, the headers and the events
 * before the first token are written immediately. The events after the last token are written together with the event of the last token.
 */
final class StreamedResponse extends ServerResponse {

    private static final int TOKENS_OF_SEVERAL = 4;
    private static final int EVENTS_OF_HUGE = 100;

    private final ApiDialect dialect;
    private final EventStream events;
    private final int perEvent;
    private final int total;
    private boolean isOpen;
    private boolean hasFaulted;
    private boolean hasBrokenChunks;
    private int sent;
    private long firstTokenTime;

    StreamedResponse(
            ServerExchange exchange,
            ResponseContext context,
            Counters counters,
            SocketWriter socket,
            ApiDialect dialect,
            int perEvent) {
        super(exchange, context, counters, socket);
        this.dialect = dialect;
        this.events = new EventStream(socket, exchange.loop(), context.faults());
        this.perEvent = context.has(Fault.SEVERAL_TOKENS) ? TOKENS_OF_SEVERAL : perEvent;
        this.total = context.completionTokens();
    }

    @Override
    void progress() {
        if (!isOpen) {
            open();
        }
        for (Sequence sequence : context().sequences()) {
            for (int count = sequence.ready(perEvent); count > 0; count = sequence.ready(perEvent)) {
                if (sent > 0) {
                    socket().send();
                }
                if (!socket().hasRoom()) {
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
            socket().send();
        }
    }

    private void open() {
        isOpen = true;
        begin("text/event-stream; charset=utf-8", HttpHead.UNKNOWN);
        for (Sequence sequence : context().sequences()) {
            AsciiBytes json = loop().json();
            if (dialect.opening(json, context(), sequence)) {
                events.event(json);
            }
        }
    }

    private void write(Sequence sequence, int count) {
        int from = sequence.sent();
        int to = dialect.boundary(context(), sequence, from, from + count);
        boolean faultsNow = !hasFaulted && 2 * (sent + to - from) >= total;
        hasFaulted |= faultsNow;
        if (faultsNow) {
            pad(sequence);
        }
        AsciiBytes json = loop().json();
        dialect.tokens(json, context(), sequence, from, to);
        events.event(json);
        sequence.addSent(to - from);
        count(to - from);
        if (faultsNow) {
            applyFault();
        }
    }

    private void count(int tokens) {
        if (sent == 0) {
            firstTokenTime = System.nanoTime();
            counters().firstToken().add(firstTokenTime - context().received());
        }
        sent += tokens;
        counters().events().increment();
        counters().generationTokens().add(tokens);
    }

    private void pad(Sequence sequence) {
        int padded = applies(Fault.OVERSIZED_EVENT) ? 1 : applies(Fault.HUGE_RESPONSE) ? EVENTS_OF_HUGE : 0;
        for (int i = 0; i < padded; i++) {
            AsciiBytes json = loop().json();
            dialect.tokens(json, context(), sequence, sequence.sent(), sequence.sent());
            events.padded(json);
        }
    }

    private void applyFault() {
        if (applies(Fault.MALFORMED_JSON)) {
            events.event("{\"id\":\"broken o");
        } else if (applies(Fault.MALFORMED_CHUNK)) {
            hasBrokenChunks = true;
            socket().raw("no size\r\n");
        } else if (applies(Fault.ERROR_EVENT)) {
            events.event(FullResponse.error(loop().json(), 500, "The simulator injected this error."));
            terminate();
        } else if (applies(Fault.HANG_IN_STREAM)) {
            abandon();
            socket().send();
        } else if (applies(Fault.FIN_IN_STREAM)) {
            abandon();
            socket().fin();
        } else if (applies(Fault.RST_IN_STREAM)) {
            abandon();
            socket().reset();
        }
    }

    private void close() {
        if (applies(Fault.EMPTY_STREAM)) {
            writeEmpty();
        } else if (total > 1) {
            counters().perToken().add((System.nanoTime() - firstTokenTime) / (total - 1));
        }
        applies(Fault.MISSING_USAGE);
        AsciiBytes json = loop().json();
        if (dialect.closing(json, context())) {
            events.event(json);
        }
        terminate();
    }

    private void writeEmpty() {
        for (Sequence sequence : context().sequences()) {
            AsciiBytes json = loop().json();
            dialect.tokens(json, context(), sequence, 0, 0);
            events.event(json);
        }
    }

    private void terminate() {
        boolean withoutDone = applies(Fault.MISSING_DONE);
        if (dialect.endsWithDone() && !withoutDone) {
            events.event("[DONE]");
        }
        if (applies(Fault.MISSING_END)) {
            abandon();
            socket().fin();
        } else {
            socket().end();
            end(keepsConnection() && !hasBrokenChunks);
        }
    }
}
