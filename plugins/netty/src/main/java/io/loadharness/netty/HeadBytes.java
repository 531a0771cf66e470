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

/** A request's head as it goes over the wire; made once for many requests. Immutable. */
final class HeadBytes {

    private static final Set<String> BODILESS = Set.of("GET", "HEAD", "DELETE", "OPTIONS", "TRACE");
    private static final byte[] END = {'\r', '\n', '\r', '\n'};
    private static final byte[] LENGTH = "\r\nContent-Length: ".getBytes(StandardCharsets.US_ASCII);

    private final ServerOrigin origin;
    private final byte[] bytes;
    private final boolean bodiless;
    private final boolean asksForHead;
    private final RequestFields fields;

    private HeadBytes(RequestHead head, boolean throughProxy) {
        origin = ServerOrigin.of(head.uri());
        bytes = rendered(head, throughProxy && !origin.tls()).getBytes(StandardCharsets.ISO_8859_1);
        bodiless = BODILESS.contains(head.method());
        asksForHead = head.method().equals("HEAD");
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
            if (RequestHead.isOfTransport(name)) {
                throw new IllegalArgumentException("the header " + name + " is set by the transport");
            }
            text.append("\r\n").append(name).append(": ").append(value);
        });
        return text.toString();
    }

    /** Path and query. */
    static String target(URI uri) {
        String path = uri.getRawPath();
        String whole = path == null || path.isEmpty() ? "/" : path;
        return uri.getRawQuery() == null ? whole : whole + '?' + uri.getRawQuery();
    }

    ServerOrigin origin() {
        return origin;
    }

    /** Whether the answer has no body, whatever it says of its length. */
    boolean asksForHead() {
        return asksForHead;
    }

    /** Whether the length of a body is told. */
    private boolean tellsLength(int length) {
        return length > 0 || !bodiless;
    }

    /** The head as HTTP/2 has it. */
    Http2Headers fields(int bodyLength) {
        return fields.with(tellsLength(bodyLength) ? bodyLength : RequestFields.NO_LENGTH);
    }

    /** The whole request in one piece. */
    ByteBuf with(byte[] body, ByteBufAllocator allocator) {
        ByteBuf request = allocator.directBuffer(bytes.length + LENGTH.length + 10 + END.length + body.length);
        request.writeBytes(bytes);
        if (tellsLength(body.length)) {
            request.writeBytes(LENGTH);
            ByteBufUtil.writeAscii(request, Integer.toString(body.length));
        }
        return request.writeBytes(END).writeBytes(body);
    }
}
