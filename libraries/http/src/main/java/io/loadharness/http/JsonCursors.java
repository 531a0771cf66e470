// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Cursors for further streams, as many as were in use at a time: a new one costs as much as reading a short answer. Safe for any number of
 * threads.
 */
final class JsonCursors {

    private final ConcurrentLinkedQueue<JsonCursor> idle = new ConcurrentLinkedQueue<>();

    JsonCursor take() {
        JsonCursor found = idle.poll();
        return found != null ? found : new JsonCursor();
    }

    /** Takes back a cursor that nobody else uses any more. */
    void giveBack(JsonCursor cursor) {
        idle.add(cursor);
    }
}
