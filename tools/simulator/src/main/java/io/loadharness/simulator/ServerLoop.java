// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.util.concurrent.EventExecutor;

/** The buffers and other objects that all connections of one event loop share. */
final class ServerLoop {

    private final ReadyQueue readyQueue;
    private final AsciiBytes json = new AsciiBytes();
    private final AsciiBytes frame = new AsciiBytes();

    ServerLoop(EventExecutor executor, Scheduler scheduler) {
        readyQueue = new ReadyQueue(executor, scheduler);
    }

    ReadyQueue readyQueue() {
        return readyQueue;
    }

    /** Clears and returns the buffer for the JSON of an event or a body. */
    AsciiBytes json() {
        return json.clear();
    }

    /** Clears and returns the buffer for the lines around the JSON, or for the headers. */
    AsciiBytes frame() {
        return frame.clear();
    }
}
