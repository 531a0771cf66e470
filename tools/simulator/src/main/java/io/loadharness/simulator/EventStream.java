// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Set;

/** Frames events as server-sent events do, in every legal way. On the event loop of its wire. */
final class EventStream {

    private static final int DATA = "data: ".length();

    private final ServedWire wire;
    private final ServerLoop loop;
    private final Set<Fault> faults;
    private final String lineEnd;
    private int events;

    EventStream(ServedWire wire, ServerLoop loop, Set<Fault> faults) {
        this.wire = wire;
        this.loop = loop;
        this.faults = faults;
        this.lineEnd = faults.contains(Fault.FRAMING_CR) ? "\r" : faults.contains(Fault.FRAMING_CRLF) ? "\r\n" : "\n";
    }

    /** One event with these data. */
    void event(AsciiBytes json) {
        AsciiBytes frame = begin();
        int data = frame.length();
        frame.ascii("data: ").add(json);
        if (faults.contains(Fault.MULTI_LINE_DATA) && json.length() > 1 && json.array()[0] == '{') {
            frame.insert(data + DATA + 1, lineEnd + "data: ");
        }
        wire.body(frame.ascii(lineEnd).ascii(lineEnd));
    }

    void event(String ascii) {
        event(loop.json().ascii(ascii));
    }

    /** One event whose data, an object, have a million bytes more. */
    void padded(AsciiBytes json) {
        wire.body(begin().ascii("data: {\"padding\":\""));
        wire.padding();
        AsciiBytes rest = loop.frame().ascii("\",").add(json);
        rest.array()[2] = ' '; // the brace that is sent already
        wire.body(rest.ascii(lineEnd).ascii(lineEnd));
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
