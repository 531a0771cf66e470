// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.handler.codec.http.HttpHeaders;

/**
 * One request that is there as a whole, and the connection that waits for its answer.
 *
 * @param path without what follows a question mark
 * @param query what follows it, or nothing
 * @param http10 whether the client speaks HTTP/1.0 and knows no chunks
 * @param keepAlive whether the client wants to use the connection again
 * @param received when its last bytes were read, by {@link System#nanoTime}
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares exchanges
record ServedExchange(
        ServedConnection connection,
        String method,
        String path,
        String query,
        HttpHeaders headers,
        byte[] body,
        boolean http10,
        boolean keepAlive,
        long received) {

    boolean wantsStamps() {
        return "true".equalsIgnoreCase(headers.get("x-loadharness-stamps"));
    }

    ServerLoop loop() {
        return connection.loop();
    }
}
