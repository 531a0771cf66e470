// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http2.Http2Headers;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The encoded head of a request: the request line and the headers. Requests with the same head share one instance. Immutable. */
final class HeadBytes {

    private static final Set<String> BODILESS = Set.of("GET", "HEAD", "DELETE", "OPTIONS", "TRACE");
    private static final byte[] END = {'\r', '\n', '\r', '\n'};
    private static final byte[] LENGTH = "\r\nContent-Length: ".getBytes(StandardCharsets.US_ASCII);

    private final ServerOrigin origin;
    private final byte[] bytes;
    private final boolean bodiless;
    private final boolean isHeadRequest;
    private final RequestFields fields;

    private HeadBytes(RequestHead head, boolean throughProxy) {
        origin = ServerOrigin.of(head.uri());
        bytes = rendered(head, throughProxy && !origin.tls()).getBytes(StandardCharsets.ISO_8859_1);
        bodiless = BODILESS.contains(head.method());
        isHeadRequest = head.method().equals("HEAD");
        fields = new RequestFields(head);
    }

    static HeadBytes of(RequestHead head, boolean throughProxy) {
        return new HeadBytes(head, throughProxy);
    }

    private static String rendered(RequestHead head, boolean absolute) {
        URI uri = head.uri();
        StringBuilder text = new StringBuilder(head.method()).append(' ');
        if (absolute) {
            text.append(uri.getScheme()).append("://").append(uri.getRawAuthority());
        }
        text.append(target(uri)).append(" HTTP/1.1\r\nHost: ").append(uri.getRawAuthority());
        head.headers().forEach((name, value) -> {
            if (RequestHead.isSetByTransport(name)) {
                throw new IllegalArgumentException(
                        "the header " + name + " is set by the transport: remove this header");
            }
            text.append("\r\n").append(name).append(": ").append(value);
        });
        return text.toString();
    }

    /** Returns the path and the query of a URI. */
    static String target(URI uri) {
        String path = uri.getRawPath();
        String whole = path == null || path.isEmpty() ? "/" : path;
        return uri.getRawQuery() == null ? whole : whole + '?' + uri.getRawQuery();
    }

    ServerOrigin origin() {
        return origin;
    }

    /** Returns true for a HEAD request, whose response has no body. */
    boolean isHeadRequest() {
        return isHeadRequest;
    }

    /** Returns true if the request must have a {@code Content-Length}. */
    private boolean needsLength(int length) {
        return length > 0 || !bodiless;
    }

    /** Returns the header fields for HTTP/2. */
    Http2Headers fields(int bodyLength) {
        return fields.with(needsLength(bodyLength) ? bodyLength : RequestFields.NO_LENGTH);
    }

    /** Returns the whole HTTP/1.1 request in one buffer. */
    ByteBuf with(byte[] body, ByteBufAllocator allocator) {
        ByteBuf request = allocator.directBuffer(bytes.length + LENGTH.length + 10 + END.length + body.length);
        request.writeBytes(bytes);
        if (needsLength(body.length)) {
            request.writeBytes(LENGTH);
            ByteBufUtil.writeAscii(request, Integer.toString(body.length));
        }
        return request.writeBytes(END).writeBytes(body);
    }
}
