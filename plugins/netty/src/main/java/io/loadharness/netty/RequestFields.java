// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.RequestHead;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The HTTP/2 header fields of a request. Requests with the same head share one instance. Immutable. */
final class RequestFields {

    /** The value for a request without a content length. */
    static final int NO_LENGTH = -1;

    private static final AsciiString LENGTH = AsciiString.cached("content-length");

    private final AsciiString method;
    private final AsciiString scheme;
    private final AsciiString authority;
    private final AsciiString path;
    private final AsciiString[] others;

    RequestFields(RequestHead head) {
        URI uri = head.uri();
        method = AsciiString.of(head.method());
        scheme = AsciiString.of(uri.getScheme().toLowerCase(Locale.ROOT));
        authority = AsciiString.of(uri.getRawAuthority());
        path = AsciiString.of(HeadBytes.target(uri));
        List<AsciiString> named = new ArrayList<>();
        head.headers().forEach((name, value) -> {
            named.add(AsciiString.of(name.toLowerCase(Locale.ROOT)));
            named.add(new AsciiString(value.getBytes(StandardCharsets.ISO_8859_1), false));
        });
        others = named.toArray(AsciiString[]::new);
    }

    Http2Headers with(int length) {
        AsciiString[] fields = others;
        if (length != NO_LENGTH) {
            fields = Arrays.copyOf(others, others.length + 2);
            fields[others.length] = LENGTH;
            fields[others.length + 1] = AsciiString.of(Integer.toString(length));
        }
        return ReadOnlyHttp2Headers.clientHeaders(false, method, path, scheme, authority, fields);
    }
}
