// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.handler.codec.http.HttpResponseStatus;

/** The status line and headers of a response. */
final class HttpHead {

    /**
     * The value of the length for a response without content length. Its body ends with an empty chunk, or when the connection is closed.
     */
    static final long UNKNOWN = -1;

    private final int status;
    private final String contentType;
    private final long length;
    private String more = "";

    HttpHead(int status, String contentType, long length) {
        this.status = status;
        this.contentType = contentType;
        this.length = length;
    }

    /** Adds a header. */
    HttpHead with(String name, String value) {
        more += name + ": " + value + "\r\n";
        return this;
    }

    void write(SocketWriter socket, ServerLoop loop, boolean http10, boolean keepAlive) {
        AsciiBytes head = loop.frame().ascii(http10 ? "HTTP/1.0 " : "HTTP/1.1 ").number(status);
        head.add(' ').ascii(HttpResponseStatus.valueOf(status).reasonPhrase());
        head.ascii("\r\nserver: loadharness-simulator\r\ncontent-type: ").ascii(contentType);
        if (socket.isChunked()) {
            head.ascii("\r\ntransfer-encoding: chunked");
        } else if (length != UNKNOWN) {
            head.ascii("\r\ncontent-length: ").number(length);
        }
        if (!keepAlive) {
            head.ascii("\r\nconnection: close");
        }
        socket.raw(head.ascii("\r\n").ascii(more).ascii("\r\n"));
    }
}
