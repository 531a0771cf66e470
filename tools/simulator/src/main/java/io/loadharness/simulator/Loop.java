package io.loadharness.simulator;

import io.netty.util.concurrent.EventExecutor;

/** What all connections of one event loop share. */
final class Loop {

    private final Mailbox mailbox;
    private final Bytes json = new Bytes();
    private final Bytes frame = new Bytes();

    Loop(EventExecutor executor, Scheduler scheduler) {
        mailbox = new Mailbox(executor, scheduler);
    }

    Mailbox mailbox() {
        return mailbox;
    }

    /** Empty, for the JSON of one event or body. */
    Bytes json() {
        return json.clear();
    }

    /** Empty, for the lines around the JSON, or for a head. */
    Bytes frame() {
        return frame.clear();
    }
}
