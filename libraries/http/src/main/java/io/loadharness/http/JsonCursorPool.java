// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A pool of cursors. It grows to the maximum number of cursors in use at the same time. Cursors are reused because the creation of a cursor
 * costs as much as reading a short response. Thread-safe.
 */
final class JsonCursorPool {

    private final ConcurrentLinkedQueue<JsonCursor> idle = new ConcurrentLinkedQueue<>();

    JsonCursor acquire() {
        JsonCursor found = idle.poll();
        return found != null ? found : new JsonCursor();
    }

    /** Returns a cursor to the pool. The caller must no longer use the cursor. */
    void release(JsonCursor cursor) {
        idle.add(cursor);
    }
}
