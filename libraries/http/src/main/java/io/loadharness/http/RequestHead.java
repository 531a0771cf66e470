// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where requests go and what they say before their body. Immutable and made once for many requests, so that a transport can keep
 * what it made of it. Values of headers are never shown.
 */
public final class RequestHead {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

    private static final Set<String> OF_TRANSPORT =
            Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

    private final String method;
    private final URI uri;
    private final Map<String, String> headers;

    RequestHead(String method, URI uri, Map<String, String> headers) {
        this.method = method;
        this.uri = uri;
        this.headers = new LinkedHashMap<>(headers);
    }

    /** A head without headers of its own; a transport adds the host and the length of the body. */
    public static RequestHead of(String method, URI uri) {
        return new RequestHead(Objects.requireNonNull(method, "method"), Objects.requireNonNull(uri, "uri"), Map.of());
    }

    /**
     * The same with a header more, or with another value for it.
     *
     * @throws IllegalArgumentException if name or value cannot be sent; the message does not show the value
     */
    public RequestHead with(String header, String value) {
        if (!NAME.matcher(header).matches()) {
            throw new IllegalArgumentException("this is not the name of a header: " + header);
        }
        if (!VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "the value of the header " + header + " holds a character that HTTP does not allow");
        }
        RequestHead more = new RequestHead(method, uri, headers);
        more.headers.put(header, value);
        return more;
    }

    /** The same to another page. */
    RequestHead to(URI page) {
        return new RequestHead(method, page, headers);
    }

    /** Whether transports set a header themselves, so that nobody else may. */
    public static boolean isOfTransport(String header) {
        return OF_TRANSPORT.contains(header.toLowerCase(Locale.ROOT));
    }

    /** The method, for instance {@code POST}. */
    public String method() {
        return method;
    }

    /** Where requests go. */
    public URI uri() {
        return uri;
    }

    /** The headers, in the order in which they were added. */
    public Map<String, String> headers() {
        return Collections.unmodifiableMap(headers);
    }

    /** Host and port, as messages name the server. */
    public String authority() {
        return uri.getAuthority();
    }

    @Override
    public String toString() {
        return method + " " + uri.getScheme() + "://" + authority() + uri.getPath() + " " + headers.keySet();
    }
}
