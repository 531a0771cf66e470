// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.util.concurrent.EventExecutor;

/** What all connections of one event loop share. */
final class ServerLoop {

    private final Mailbox mailbox;
    private final AsciiBytes json = new AsciiBytes();
    private final AsciiBytes frame = new AsciiBytes();

    ServerLoop(EventExecutor executor, Scheduler scheduler) {
        mailbox = new Mailbox(executor, scheduler);
    }

    Mailbox mailbox() {
        return mailbox;
    }

    /** Empty, for the JSON of one event or body. */
    AsciiBytes json() {
        return json.clear();
    }

    /** Empty, for the lines around the JSON, or for a head. */
    AsciiBytes frame() {
        return frame.clear();
    }
}
