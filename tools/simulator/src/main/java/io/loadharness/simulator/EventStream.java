// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Set;

/**
 * Writes server-sent events. Applies the faults that change only the framing of the events, such as {@link Fault#FRAMING_CR}. Runs on the
 * event loop of the connection.
 */
final class EventStream {

    private static final int DATA = "data: ".length();

    private final SocketWriter socket;
    private final ServerLoop loop;
    private final Set<Fault> faults;
    private final String lineEnd;
    private int events;

    EventStream(SocketWriter socket, ServerLoop loop, Set<Fault> faults) {
        this.socket = socket;
        this.loop = loop;
        this.faults = faults;
        this.lineEnd = faults.contains(Fault.FRAMING_CR) ? "\r" : faults.contains(Fault.FRAMING_CRLF) ? "\r\n" : "\n";
    }

    /** Writes one event with JSON data. */
    void event(AsciiBytes json) {
        AsciiBytes frame = begin();
        int data = frame.length();
        frame.ascii("data: ").add(json);
        if (faults.contains(Fault.MULTI_LINE_DATA) && json.length() > 1 && json.array()[0] == '{') {
            frame.insert(data + DATA + 1, lineEnd + "data: ");
        }
        socket.body(frame.ascii(lineEnd).ascii(lineEnd));
    }

    void event(String ascii) {
        event(loop.json().ascii(ascii));
    }

    /** Writes one event, and adds a field of a million bytes to its JSON object. */
    void padded(AsciiBytes json) {
        socket.body(begin().ascii("data: {\"padding\":\""));
        socket.padding();
        AsciiBytes rest = loop.frame().ascii("\",").add(json);
        rest.array()[2] = ' '; // replaces the opening brace, because one was already sent
        socket.body(rest.ascii(lineEnd).ascii(lineEnd));
    }

    private AsciiBytes begin() {
        AsciiBytes frame = loop.frame();
        if (events++ == 0 && faults.contains(Fault.BOM)) {
            frame.add(0xEF).add(0xBB).add(0xBF);
        }
        if (faults.contains(Fault.COMMENTS)) {
            frame.ascii(": comment").ascii(lineEnd).ascii(":").ascii(lineEnd).ascii(lineEnd);
            frame.ascii("id: ").number(events).ascii(lineEnd);
            frame.ascii("event: message").ascii(lineEnd).ascii("retry: 1000").ascii(lineEnd);
        }
        return frame;
    }
}
