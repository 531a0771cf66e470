// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.handler.codec.http.HttpHeaders;

/**
 * A request that is completely received, and the connection for its response.
 *
 * @param path the path without the query
 * @param query the query, or an empty string
 * @param http10 true if the client uses HTTP/1.0, which has no chunks
 * @param keepAlive true if the client wants to reuse the connection
 * @param received the time when the last bytes of the request were read, from {@link System#nanoTime}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ServerExchange(
        ServerConnection connection,
        String method,
        String path,
        String query,
        HttpHeaders headers,
        byte[] body,
        boolean http10,
        boolean keepAlive,
        long received) {

    boolean isStampRequested() {
        return "true".equalsIgnoreCase(headers.get("x-loadharness-stamps"));
    }

    ServerLoop loop() {
        return connection.loop();
    }
}
